"""Mixing curves as plain values for a file, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.report_runs import StoredCurve


def curves_content(curves: Sequence[StoredCurve]) -> dict[str, Any]:
    """Return the curves as plain values for a JSON file: arrays are lists, NaN is null."""
    return {"curves": [{"place": each.place, "error": each.error, "curve": _plain(each.curve)} for each in curves]}


def stored_curves(content: Mapping[str, Any]) -> tuple[StoredCurve, ...]:
    """Return what `curves_content` was given.

    Raises
    ------
    KeyError, TypeError, ValueError
        When the content is something else.
    """
    return tuple(StoredCurve(each["place"], float(each["error"]), _curve(each["curve"])) for each in content["curves"])


def _plain(curve: MixingCurve) -> dict[str, Any]:
    return {field.name: _plain_value(getattr(curve, field.name)) for field in fields(curve)}


def _plain_value(value: object) -> object:
    if not isinstance(value, np.ndarray):
        return value
    return [number if np.isfinite(number) else None for number in value.tolist()]


def _curve(content: Mapping[str, Any]) -> MixingCurve:
    return MixingCurve(**{name: _value(value) for name, value in content.items()})


def _value(value: Any) -> Any:
    """Return a list as an array, null as NaN."""
    return np.array(value, dtype=np.float64) if isinstance(value, list) else value
