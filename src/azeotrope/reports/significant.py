"""Numbers for readers: a fixed number of significant digits, or as many as a spread leaves known."""

from collections.abc import Sequence
from math import isfinite

PLAIN_EXPONENTS = range(-4, 7)


def significant(value: float, digits: int = 3) -> str:
    """Return the number rounded to `digits` significant digits, in plain notation where that stays readable.

    Trailing zeros are kept, since they are information; digits before the decimal point are never dropped, so a
    number above 10**digits shows all of them, with thousands separated by commas. Magnitudes under 1e-4 or from 1e7
    use scientific notation. Zero is ``0``.

    Raises
    ------
    ValueError
        When the value is not finite: undefined numbers are shown by the caller, with a reason.

    Examples
    --------
    >>> [significant(value) for value in (0.18, -13.04, 0.9996, 1234.5, 1.5e-7)]
    ['0.180', '-13.0', '1.00', '1,234', '1.50e-07']
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return _written(value, digits, is_plain=_exponent(value, digits) in PLAIN_EXPONENTS)


def _written(value: float, digits: int, *, is_plain: bool) -> str:
    if value == 0:
        return "0"
    decimals = max(0, digits - 1 - _exponent(value, digits))
    return f"{value:,.{decimals}f}" if is_plain else f"{value:.{digits - 1}e}"


def alike(values: Sequence[float], digits: int = 3) -> list[str]:
    """Return numbers as `significant` does, all in the notation of the largest of them.

    Examples
    --------
    >>> alike([9e-5, 6.68e-5, 0.000116])
    ['0.0000900', '0.0000668', '0.000116']
    """
    is_plain = _exponent(max(map(abs, values)), digits) in PLAIN_EXPONENTS
    return [_written(value, digits, is_plain=is_plain) for value in values]


def with_spread(value: float, spread: float, digits: int) -> tuple[str, str]:
    """Return a number and its spread above 0, both down to the last of `digits` significant digits of the spread.

    Both are in the notation that `significant` has for the larger of them.

    Examples
    --------
    >>> [with_spread(*pair, 2) for pair in ((0.0863, 0.0131), (-0.0001, 0.013), (2.971e7, 2135366.0))]
    [('0.086', '0.013'), ('0.000', '0.013'), ('2.97e+07', '2.1e+06')]
    """
    decimals = digits - 1 - _exponent(spread, digits)
    if _exponent(max(abs(value), spread), digits) in PLAIN_EXPONENTS:
        shown, size = (f"{each:,.{max(0, decimals)}f}" for each in (value, spread))
    else:
        size = f"{spread:.{digits - 1}e}"
        shown = f"{value:.{max(0, decimals + _exponent(value, digits))}e}" if value else "0"
    return shown if any(sign in "123456789" for sign in shown) else shown.removeprefix("-"), size


def _exponent(value: float, digits: int) -> int:
    """Power of ten of the first digit after rounding."""
    return int(f"{value:.{digits - 1}e}".partition("e")[2])
