"""Configured values are what their type says: a misspelled unit is an error, never the default."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from azeotrope.errors import ConfigError


def check_choices(settings: Any) -> None:
    """Refuse a `Literal` field with another value, and a `bool` field that is no bool.

    Raises
    ------
    ConfigError
        Naming the setting, its value and the choices.
    """
    hints = get_type_hints(type(settings))
    for entry in fields(settings):
        value, hint = getattr(settings, entry.name), hints[entry.name]
        if get_origin(hint) is Literal and value not in get_args(hint):
            choices = ", ".join(map(repr, get_args(hint)))
            raise ConfigError(f"{entry.name} is {value!r}; it must be one of {choices}")
        if hint is bool and not isinstance(value, bool):
            raise ConfigError(f"{entry.name} is {value!r}; it must be true or false")
