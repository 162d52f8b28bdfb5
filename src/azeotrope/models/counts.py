"""Whole numbers of a configuration: widths, steps, heads."""

from azeotrope.errors import ConfigError


def require_counts(owner: str, **values: int) -> None:
    """Check that the values are whole numbers of at least 1.

    Raises
    ------
    ConfigError
        With the owner (``aggregator``, ``interaction``), the name and the value of the first that is not.
    """
    for name, value in values.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ConfigError(f"{owner}.{name} is {value!r}; it must be a whole number of at least 1")
