import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.reports.significant import significant


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (0.18, 3, "0.180"),
        (0.18, 2, "0.18"),
        (-13.04, 3, "-13.0"),
        (14.0, 2, "14"),
        (0.9996, 3, "1.00"),
        (9.995, 2, "10"),
        (1234.5, 3, "1,234"),
        (0.000123456, 3, "0.000123"),
        (1.5e-7, 3, "1.50e-07"),
        (2.5e9, 2, "2.5e+09"),
        (0.0, 3, "0"),
        (-0.0, 3, "0"),
    ],
)
def test_golden(value: float, digits: int, shown: str) -> None:
    assert significant(value, digits) == shown


@given(st.floats(min_value=1e-12, max_value=1e12), st.sampled_from([-1.0, 1.0]))
def test_reading_it_back_loses_no_more_than_the_rounding(value: float, sign: float) -> None:
    shown = float(significant(sign * value).replace(",", ""))
    assert shown == pytest.approx(sign * value, rel=5.001e-3)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_an_undefined_number_is_an_error(value: float) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        significant(value)
