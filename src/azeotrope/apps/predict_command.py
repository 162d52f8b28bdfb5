"""`azeotrope predict`: a user's rows in, the same rows out with predictions and what to think of them."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from azeotrope.apps.prediction import TrainedModel, check_same_property, outside_reasons
from azeotrope.apps.recipes import OWN, recipe
from azeotrope.datasets.layout import RawTable, read_csv
from azeotrope.datasets.own_csv import convention, declared_layout
from azeotrope.datasets.rows import Rows, read_rows
from azeotrope.errors import DataError
from azeotrope.places import cache_folder
from azeotrope.runs.files import replacing

if TYPE_CHECKING:
    from azeotrope.typing import FloatArray

logger = logging.getLogger(__name__)


def predict_file(
    runs: Sequence[str],
    file: Path,
    output: Path,
    settings: Sequence[str] = (),
    trusted: Sequence[str] = (),
    pure: Path | None = None,
) -> None:
    """Write the file's rows in their order with all their columns, and new ones.

    New columns: ``prediction`` (mean over the runs), ``prediction_sd`` (sample standard deviation, for several runs) or
    ``half_width_90`` (for one run: the prediction plus or minus so much holds 90 % of rows like its validation rows),
    ``unit``, ``outside_training`` (what the models have not seen) and ``problem`` (why a row has no prediction).

    Parameters
    ----------
    runs
        Checkpoint files, run folders, run ids or MLflow run ids.
    file, output
        CSV to read (by the convention of `own_csv`, without a value) and to write.
    settings
        ``key=value`` declarations of units and repairs, as for a `csv` data set; what is not declared is as it was for
        the training file.
    trusted
        Packages whose classes a checkpoint may name, for models of your own.
    pure
        CSV with values, in the unit of the model, whose pure rows models that read measured pure values use as well.

    Raises
    ------
    DataError
        When the file cannot be read or already has one of the new columns.
    """
    if file.resolve() == output.resolve():
        raise DataError(f"the predictions would overwrite {file}; name another output")
    models = [TrainedModel.load(run, trusted) for run in runs]
    check_same_property(models)
    trained = [f"{key}={json.dumps(value)}" for key, value in models[0].checkpoint.declared.items()]
    declared_settings = [*trained, f"rules.stereo={models[0].checkpoint.stereo}", *settings]
    if pure is not None:
        measured = recipe(OWN, [*declared_settings, f"path={json.dumps(str(pure))}"]).load(cache_folder())
        for each in models:
            each.model.add_pure_values(measured)
    own = recipe(OWN, [*declared_settings, f"path={json.dumps(str(file))}"])
    declared = declared_layout(own)
    frame = read_csv(file, str(file))
    layout = convention(list(frame.columns), str(file), declared, with_value=False)
    added = _predictions(models, RawTable(str(file), frame, layout), allow_salts=own.rules.allow_salts)
    if repeated := sorted(set(added.columns) & set(frame.columns)):
        raise DataError(f"{file} already has the column {repeated[0]!r}; rename it")
    result = pd.concat([frame, added], axis=1)
    with replacing(output) as temporary:
        result.to_csv(temporary, index=False)
    n_bad = int((added["problem"] != "").sum())
    logger.info("%s: %d rows, %d without a prediction", output, len(result), n_bad)


def _predictions(models: Sequence[TrainedModel], raw: RawTable, *, allow_salts: bool) -> pd.DataFrame:
    """Return the new columns, one row per row of the file."""
    frame = raw.frame
    stereo = models[0].checkpoint.stereo
    rows = read_rows([raw], stereo="drop" if stereo == "drop" else "keep", allow_salts=allow_salts)
    mixtures, where = rows.table.mixtures, rows.table.source_row
    values = np.full((len(models), len(frame)), np.nan)
    outside = np.full(len(frame), "", dtype=object)
    for values_of_model, each in zip(values, models, strict=True):
        values_of_model[where] = each.predict(mixtures)
        reasons = outside_reasons(mixtures, each.checkpoint.domain)
        outside[where] = [_joined(old, new) for old, new in zip(outside[where], reasons, strict=True)]
    added = {"prediction": values.mean(axis=0)}
    if len(models) > 1:
        added["prediction_sd"] = values.std(axis=0, ddof=1)
    elif (half_width := models[0].checkpoint.half_width) is not None:
        added["half_width_90"] = np.where(np.isfinite(values[0]), half_width, np.nan)
    return pd.DataFrame(
        {**added, "unit": models[0].checkpoint.unit, "outside_training": outside, "problem": _problems(rows, values)}
    )


def _joined(old: str, new: str) -> str:
    return "; ".join(dict.fromkeys(part for part in (*old.split("; "), *new.split("; ")) if part))


def _problems(rows: Rows, values: "FloatArray") -> np.ndarray:
    """Say why a row has no prediction: it was rejected, or a model has no answer."""
    problems = np.where(np.isfinite(values).all(axis=0), "", "the model has no answer for this mixture").astype(object)
    if len(rows.rejected):
        problems[rows.rejected["row"].to_numpy()] = rows.rejected["reason"] + ": " + rows.rejected["detail"]
    return problems
