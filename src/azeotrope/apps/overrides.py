"""What a user typed behind the command, as Hydra reads it."""

import re
from collections.abc import Sequence
from typing import Any

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException

from azeotrope.errors import ConfigError

_ESCAPED_OR_QUOTED = re.compile(r"""\\.|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""", re.DOTALL)


def parsed_overrides(arguments: Sequence[str]) -> list[Override]:
    """Return the overrides among command-line arguments; flags are left to Hydra.

    Raises
    ------
    ConfigError
        When one cannot be read, saying how values are quoted.
    """
    overrides = [argument for argument in arguments if "=" in argument or argument.startswith("~")]
    try:
        return OverridesParser.create().parse_overrides(overrides)
    except HydraException as error:
        for unclosed in filter(_has_open_quote, overrides):
            raise ConfigError(f"a quote is not closed in {unclosed}") from error
        first = str(error).splitlines()[0]
        raise ConfigError(f"{first}; put a value that holds = , [ ( or blanks in quotes: \"key='value'\"") from error


def _has_open_quote(override: str) -> bool:
    """Whether a quote is left beside escaped characters and what stands between two equal quotes."""
    return bool(re.search("['\"]", _ESCAPED_OR_QUOTED.sub("", override)))


def key_of(override: Override) -> str:
    """Return the key or group that an override is about, without its package."""
    return (override.key_or_group or "").split("@")[0]


def options_of(override: Override) -> list[str]:
    """Return the options that an override of a group names; a sweep names several."""
    value: Any = override.value()
    listed = getattr(value, "list", None)
    return [str(item) for item in ([value] if listed is None else listed) if item is not None]
