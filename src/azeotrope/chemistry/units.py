"""Units: the gas constant, and the logarithm that a unit such as ``ln(mPa s)`` says a property is given as."""

import re

GAS_CONSTANT_J_PER_MOL_K = 8.31446261815324
LOGARITHM = re.compile(r"(ln|log10)\s*\(.+\)")


def logarithm_of(unit: str) -> str | None:
    """Return ``ln`` or ``log10`` for a unit written as ``ln(...)`` or ``log10(...)``, and None for any other unit.

    ``log(...)`` does not say its base and is therefore no logarithm here; neither is ``?``, an undeclared unit.
    """
    match = LOGARITHM.fullmatch(unit.strip())
    return None if match is None else match[1]
