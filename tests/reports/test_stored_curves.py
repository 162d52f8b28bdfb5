import json
from dataclasses import fields

import numpy as np
import pytest

from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.report_runs import StoredCurve
from azeotrope.reports.stored_curves import curves_content, stored_curves

GRID = np.array([0.0, 0.1, 1.0])
CURVE = MixingCurve(
    first="O",
    second='CC"<b>',
    quantity="molar volume",
    unit="cm3/mol",
    origin="measured",
    temperature_k=298.15,
    solute=None,
    test_fraction=np.array([0.1]),
    test_value=np.array([1 / 3]),
    other_fraction=np.array([]),
    other_value=np.array([]),
    grid=GRID,
    prediction=GRID + 1 / 7,
    ideal=np.array([np.nan, 2.0, np.nan]),
    model_ideal=GRID * 2,
)


def test_curves_come_back_from_strict_json_as_they_were() -> None:
    text = json.dumps(curves_content([StoredCurve("best", 0.25, CURVE)]), allow_nan=False)
    (back,) = stored_curves(json.loads(text))
    assert (back.place, back.error) == ("best", 0.25)
    for field in fields(MixingCurve):
        before, after = getattr(CURVE, field.name), getattr(back.curve, field.name)
        if isinstance(before, np.ndarray):
            assert after.dtype == np.float64
            np.testing.assert_array_equal(after, before)
        else:
            assert after == before


def test_what_is_not_known_is_null() -> None:
    (entry,) = curves_content([StoredCurve("best", 0.25, CURVE)])["curves"]
    assert entry["curve"]["ideal"] == [None, 2.0, None]
    assert entry["curve"]["other_value"] == []


def test_no_curves() -> None:
    assert stored_curves(curves_content([])) == ()


@pytest.mark.parametrize(
    "content", [{}, {"curves": [{"place": "best"}]}, {"curves": [{"place": "b", "error": 1, "curve": {}}]}]
)
def test_anything_else_is_refused(content: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError)):
        stored_curves(content)
