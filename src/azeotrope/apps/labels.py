"""What tables call a choice: its name and every option that was changed."""

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from azeotrope.places import conf_folder

# Which folds run is no part of the science of one fold, nor whether weights may be fetched; a path is replaced by the
# hash of what it holds.
UNSCIENTIFIC = ("name", "folds", "fold", "path", "offline")


def choice_label(group: str, tree: Mapping[str, Any], also: Mapping[str, Any] | None = None) -> str:
    """Return the name of a choice and, in brackets, its options that are not the default, so that tables never mix two.

    Options that the file of the choice takes from elsewhere (``${...}``) are not its own.

    Parameters
    ----------
    group
        Configuration group.
    tree
        Plain configuration of the choice.
    also
        Further options to name.

    Examples
    --------
    >>> choice_label("split", {"name": "molecule", "validation": "molecules"})
    'molecule (validation=molecules)'
    """
    file = conf_folder() / group / f"{tree['name']}.yaml"
    defaults = dict(_leaves(yaml.safe_load(file.read_text(encoding="utf-8")))) if file.is_file() else {}
    elsewhere = tuple(key for key, value in defaults.items() if str(value).startswith("${"))
    changed = {
        key: value
        for key, value in _leaves(tree)
        if value != defaults.get(key, {}) and not any(f"{key}.".startswith(f"{each}.") for each in elsewhere)
    }
    options = ", ".join(f"{key}={value}" for key, value in sorted((changed | dict(also or {})).items()))
    return f"{tree['name']} ({options})" if options else str(tree["name"])


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted key and value of every scientific option that is no mapping with entries."""
    for key, value in tree.items():
        if key in UNSCIENTIFIC:
            continue
        if isinstance(value, dict) and value:
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
