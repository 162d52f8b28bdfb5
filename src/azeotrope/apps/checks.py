"""Numbers of a configuration are checked before any work, so that a typo never costs a training."""

from typing import Any

from azeotrope.errors import ConfigError


def whole_number(value: Any, key: str, smallest: int | None = None) -> int:
    """Return the value if it is an integer, not a bool, and large enough.

    Raises
    ------
    ConfigError
        Naming the key and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int) or (smallest is not None and value < smallest):
        least = "" if smallest is None else f" of at least {smallest}"
        raise ConfigError(f"{key} is {value!r}; it must be a whole number{least}")
    return value


def optional_whole_number(value: Any, key: str, smallest: int | None = None) -> int | None:
    """Return None or what `whole_number` returns."""
    return None if value is None else whole_number(value, key, smallest)
