"""The validation and test rows with everything their metrics are made of."""

from itertools import pairwise
from typing import TypeVar

import numpy as np
import pandas as pd

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import ideal_values
from azeotrope.metrics.excess import IdealDecomposition, predicted_pure_values
from azeotrope.metrics.predictor import Predict, predicted_values
from azeotrope.splits.split import Split

VALIDATION, TEST = "validation", "test"

Entry = TypeVar("Entry")


def prediction_table(dataset: Dataset, split: Split, predict: Predict) -> pd.DataFrame:
    """Return one row per validation row, then one per test row.

    Returns
    -------
    Columns ``row_index`` (in the table), ``row_id`` (names the raw rows), ``part`` (``validation`` or ``test``),
    ``truth``, ``prediction``, ``ideal`` (from measured pure values; NaN where one is missing), ``predicted_ideal``
    (from the model's own pure predictions), ``component_set`` (an id of the whole table, so that folds can be pooled),
    ``unit``, ``n_components``, ``smiles`` and ``mole_fraction`` (one list each, in the order of the components), and
    ``temperature_k`` where the table has temperatures.
    """
    info = dataset.info
    rows = np.concatenate([split.validation, split.test]).astype(np.int64)
    table = dataset.table.take(rows)
    ideal = ideal_values(dataset.table, info.mixing_rule, info.reference_temperature_bin_k)[rows]
    frame = pd.DataFrame(
        {
            "row_index": rows,
            "row_id": table.row_ids(),
            "part": np.repeat([VALIDATION, TEST], [len(split.validation), len(split.test)]),
            "truth": table.value,
            "prediction": predicted_values(predict, table.mixtures),
            "ideal": ideal,
            "predicted_ideal": info.mixing_rule.ideal(table.mixtures, predicted_pure_values(predict, table.mixtures)),
            "component_set": dataset.table.mixtures.component_set[rows],
            "unit": info.unit,
            "n_components": table.mixtures.n_components,
            "smiles": _smiles(table.mixtures),
            "mole_fraction": _by_row(table.mixtures.mole_fraction.tolist(), table.mixtures),
        }
    )
    if table.mixtures.temperature_k is not None:
        frame["temperature_k"] = table.mixtures.temperature_k
    return frame


def part_of(predictions: pd.DataFrame, part: str) -> IdealDecomposition:
    """Return the values of one part of a `prediction_table`."""
    rows = predictions[predictions["part"] == part]
    return IdealDecomposition(
        truth=rows["truth"].to_numpy(np.float64),
        prediction=rows["prediction"].to_numpy(np.float64),
        ideal=rows["ideal"].to_numpy(np.float64),
        predicted_ideal=rows["predicted_ideal"].to_numpy(np.float64),
    )


def _smiles(mixtures: Mixtures) -> list[list[str]]:
    names = mixtures.molecules.smiles
    return _by_row([names[index] for index in mixtures.component.tolist()], mixtures)


def _by_row(entries: list[Entry], mixtures: Mixtures) -> list[list[Entry]]:
    """Entries of all rows as one list per row."""
    return [entries[start:stop] for start, stop in pairwise(mixtures.offsets.tolist())]
