"""Overrides are checked before Hydra starts: an unknown key is an error with the nearest known one, also behind `+`."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException

from azeotrope.errors import ConfigError

FREE_PREFIXES = ("hydra",)


def check_overrides(arguments: Sequence[str], conf: Path) -> None:
    """Refuse overrides of keys, groups or group options that no configuration file has.

    Parameters
    ----------
    arguments
        Command-line arguments; those that are not overrides (flags) are left to Hydra.
    conf
        Folder of the configuration groups; `experiments` lies beside it.

    Raises
    ------
    ConfigError
        Naming the override and the nearest known key.
    """
    overrides = [argument for argument in arguments if "=" in argument or argument.startswith("~")]
    groups = _groups(conf)
    keys = set(groups) | _all_keys(conf)
    for override in _parsed(overrides):
        key = (override.key_or_group or "").split("@")[0]
        if key.split(".")[0].split("/")[0] in FREE_PREFIXES:
            continue
        if key not in keys:
            raise ConfigError(f"unknown key {key!r} in {override.input_line!r}{_nearest(key, keys)}")
        if key in groups:
            _check_options(override.value(), key, groups[key], str(override.input_line))


def _parsed(overrides: list[str]) -> list[Override]:
    try:
        return OverridesParser.create().parse_overrides(overrides)
    except HydraException as error:
        first = str(error).splitlines()[0]
        raise ConfigError(f"{first}; put a value that holds = , [ or blanks in quotes: \"key='value'\"") from error


def _check_options(value: Any, group: str, options: set[str], line: str) -> None:
    """Refuse options that the group does not have; a sweep names several."""
    listed = getattr(value, "list", None)
    chosen = [value] if listed is None else listed
    for option in (str(item) for item in chosen if item is not None):
        if option not in options:
            raise ConfigError(f"{group} has no option {option!r} in {line!r}{_nearest(option, options)}")


def _nearest(text: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = get_close_matches(text, names, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(n for n in names if '.' not in n)}"


def _groups(conf: Path) -> dict[str, set[str]]:
    """Map each group to its options."""
    found: dict[str, set[str]] = {}
    for file in [*conf.glob("*/**/*.yaml"), *(conf.parent / "experiments").glob("*.yaml")]:
        root = conf if file.is_relative_to(conf) else conf.parent
        found.setdefault(file.parent.relative_to(root).as_posix(), set()).add(file.stem)
    return found


def _all_keys(conf: Path) -> set[str]:
    """Every dotted key that some configuration file defines."""
    keys: set[str] = set()
    for file in conf.glob("**/*.yaml"):
        text = file.read_text()
        content = yaml.safe_load(text) or {}
        package = file.parent.relative_to(conf).as_posix().replace("/", ".")
        prefix = "" if package == "." or "@package _global_" in text else f"{package}."
        _collect(content, prefix, keys)
    return keys


def _collect(content: dict[Any, Any], prefix: str, keys: set[str]) -> None:
    for key, value in content.items():
        if key == "defaults":
            continue
        keys.add(f"{prefix}{key}")
        nested = dict(enumerate(value)) if isinstance(value, list) else value
        if isinstance(nested, dict):
            _collect(nested, f"{prefix}{key}.", keys)
