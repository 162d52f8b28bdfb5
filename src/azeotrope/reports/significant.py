"""Numbers for readers: a fixed number of significant digits."""

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
    if value == 0:
        return "0"
    scientific = f"{value:.{digits - 1}e}"
    exponent = int(scientific.partition("e")[2])
    if exponent not in PLAIN_EXPONENTS:
        return scientific
    return f"{value:,.{max(0, digits - 1 - exponent)}f}"
