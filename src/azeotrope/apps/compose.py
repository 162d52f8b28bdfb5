"""Where Hydra meets the package: resolvers, the search path, and configuration as plain values."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf

from azeotrope import places
from azeotrope.errors import ConfigError

ROOT_VARIABLE = "AZEOTROPE_ROOT"
TUNED_VARIABLE = "AZEOTROPE_TUNED"


def prepare_hydra() -> Path:
    """Register what the configuration files refer to and return the absolute folder of the groups."""
    conf = places.conf_folder()
    os.environ[ROOT_VARIABLE] = str(conf.parent)
    outputs = places.outputs_folder()
    os.environ[TUNED_VARIABLE] = str(outputs if outputs.is_dir() else conf.parent)  # Hydra warns of missing folders
    for name in ("outputs", "cache", "mirror"):
        function = getattr(places, f"{name}_folder")
        OmegaConf.register_new_resolver(f"azeotrope.{name}", _as_text(function), replace=True)
    return conf


def _as_text(function: Any) -> Any:
    return lambda: None if (folder := function()) is None else str(folder)


def plain(node: DictConfig) -> dict[str, Any]:
    """Return a node as resolved plain values.

    Raises
    ------
    ConfigError
        When a mandatory value (`???`) is missing, naming it.
    """
    missing = OmegaConf.missing_keys(node)
    if missing:
        raise ConfigError(f"{', '.join(sorted(missing))} must be given (in {node._get_full_key(None) or 'the config'})")  # noqa: SLF001
    content = OmegaConf.to_container(node, resolve=True)
    if not isinstance(content, dict):
        raise ConfigError(f"expected a mapping, got {content!r}")
    return {str(key): value for key, value in content.items()}


def without(tree: Any, key: str) -> Any:
    """Return the tree without any entry of that key: `name` labels parts for people and is not an argument."""
    if isinstance(tree, Mapping):
        return {each: without(value, key) for each, value in tree.items() if each != key}
    if isinstance(tree, list):
        return [without(value, key) for value in tree]
    return tree


def build(tree: Mapping[str, Any], what: str) -> Any:
    """Instantiate a plain tree; a wrong argument is an error that names the part.

    Raises
    ------
    ConfigError
        When a target does not exist or does not take an argument.
    """
    from hydra.errors import InstantiationException

    from azeotrope.errors import AzeotropeError

    try:
        return instantiate(dict(tree), _convert_="all")
    except InstantiationException as error:
        cause = error.__cause__
        if isinstance(cause, AzeotropeError):
            raise cause from error
        raise ConfigError(f"the {what} cannot be built: {error}") from error
