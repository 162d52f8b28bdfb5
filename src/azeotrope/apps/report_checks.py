"""Whether files of a run hold what reports read from them; status and hashes of a run say only that it wrote them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.errors import RunError
from azeotrope.runs.layout import CONFIG, CURVES, LEAKAGE, METRICS, PREDICTIONS

if TYPE_CHECKING:
    import pandas as pd

    from azeotrope.reports.report_runs import StoredCurve

COUNTS = ("n_test", "n_covered")
NUMBERS = ("truth", "prediction", "ideal", "predicted_ideal")
NAMES = ("row_id", "component_set")
LISTS = ("smiles", "mole_fraction")
# Arrays of a mixing curve that are as long as one another.
POINTS = (("test_fraction", "test_value"), ("other_fraction", "other_value"))
LINES = ("grid", "prediction", "ideal", "model_ideal")
LARGEST = 1e150  # whose square is still a number


def checked_metrics(metrics: Mapping[str, Any]) -> dict[str, float | None]:
    """Return metrics that are finite numbers or None, and counts that are whole. Raises `RunError` naming another."""
    for name, value in metrics.items():
        if value is not None and not _is_number(value):
            raise RunError(f"{METRICS}: {name} is {value!r}, which is no finite number")
    for name in COUNTS:
        value = metrics.get(name)
        if value is not None and not (0 <= value <= np.iinfo(np.int64).max and value == int(value)):
            raise RunError(f"{METRICS}: {name} is {value!r}, which is no number of rows")
    return dict(metrics)


def checked_config(config: Mapping[str, Any], fold: int | None) -> Mapping[str, Any]:
    """Return a configuration of a fold that says its unit and origin. Raises `RunError` naming what it lacks."""
    dataset = config.get("dataset")
    for name in ("unit", "origin"):
        value = dataset.get(name) if isinstance(dataset, Mapping) else None
        if not isinstance(value, str):
            raise RunError(f"{CONFIG}: dataset.{name} is {value!r}, which is no text")
    if isinstance(config.get("fold"), bool) or config.get("fold") != fold:
        raise RunError(f"{CONFIG}: fold is {config.get('fold')!r}; it must be {fold}")
    return config


def checked_labels(labels: object, names: Sequence[str]) -> dict[str, str]:
    """Return labels that are texts. Raises `RunError` naming one that is missing or no text."""
    found = labels if isinstance(labels, Mapping) else {}
    for name in names:
        if not isinstance(found.get(name), str):
            raise RunError(f"{CONFIG}: the label {name} is {found.get(name)!r}, which is no text")
    return dict(found)


def check_rows(rows: "pd.DataFrame") -> None:
    """Raise `RunError` where test rows lack a column, or one does not hold numbers, or lists, as it should."""
    missing = [name for name in (*NUMBERS, *NAMES) if name not in rows.columns]
    if missing:
        raise RunError(f"{PREDICTIONS} lacks the columns {', '.join(missing)}")
    for name in NUMBERS:
        if rows[name].dtype.kind not in "iuf":
            raise RunError(f"{PREDICTIONS}: {name} does not hold numbers")
        values = rows[name].to_numpy(np.float64)
        wrong = values[~(np.isnan(values) | (np.abs(values) < LARGEST))]
        if len(wrong) or (name == "truth" and np.isnan(values).any()):
            raise RunError(f"{PREDICTIONS}: {name} holds {wrong[0] if len(wrong) else math.nan}, which is no value")
    for name in (name for name in LISTS if name in rows.columns):
        if "list" not in str(rows[name].dtype):
            raise RunError(f"{PREDICTIONS}: {name} does not hold lists")


def check_leakage(leakage: Mapping[str, Any]) -> None:
    """Raise `RunError` where a leakage report that has entries lacks one; an empty one says that there is none."""
    if not leakage:
        return
    try:
        counts = [leakage["parts"][part]["rows"] for part in ("train", "test")]
        counts.append(leakage["parts"]["train"].get("component_sets", 0))
        counts.append(leakage.get("test_molecules_as_train_solutes", 0))
        counts += [each["rows"] for part in ("train", "validation") for each in leakage["shared"][part].values()]
        texts = [leakage["content_hash"], leakage["promise"] or "", *leakage.get("notes", ())]
    except (AttributeError, KeyError, TypeError) as error:
        raise RunError(f"{LEAKAGE} is no leakage report: {error!r}") from error
    if not all(isinstance(each, int) for each in counts) or not all(isinstance(each, str) for each in texts):
        raise RunError(f"{LEAKAGE} is no leakage report: a count is no whole number, or a text is none")


def check_curves(curves: Sequence["StoredCurve"]) -> None:
    """Raise `RunError` where a curve has an unknown place, an error that is none, or arrays that do not fit."""
    from azeotrope.reports.ranked_curves import BEST, MEDIAN, WORST

    for each in curves:
        if each.place not in (BEST, MEDIAN, WORST):
            raise RunError(f"{CURVES}: {each.place!r} is no place of a curve")
        if not (_is_number(each.error) and each.error >= 0):
            raise RunError(f"{CURVES}: the error of a curve is {each.error!r}")
        arrays = {field.name: getattr(each.curve, field.name) for field in fields(each.curve)}
        for names in (*POINTS, LINES):
            shapes = {np.shape(arrays[name]) for name in names}
            if len(shapes) > 1 or len(*shapes) != 1:
                raise RunError(f"{CURVES}: {', '.join(names)} of a curve are not arrays of one length")
        for name in ("first", "second", "quantity", "unit"):
            if not isinstance(arrays[name], str):
                raise RunError(f"{CURVES}: {name} of a curve is {arrays[name]!r}, which is no text")


def _is_number(value: object) -> bool:
    """Whether a value is a finite number whose square is one, too."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST
