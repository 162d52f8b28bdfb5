"""Overrides are checked before Hydra starts: an unknown key is an error with the nearest known one, also behind `+`."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from azeotrope.apps.composed_options import REPRESENTATION_GROUPS, check_composed
from azeotrope.apps.overrides import key_of, options_of, parsed_overrides
from azeotrope.apps.planning import WORKER_KEY
from azeotrope.apps.stray_words import refuse_words
from azeotrope.errors import ConfigError
from azeotrope.places import outputs_folder

# Hydra's own keys, and groups whose options hold parts of other groups: what these do not take fails when it is built.
# A space names keys of a model, which the search checks.
FREE_PREFIXES = ("hydra", "second", "space", *REPRESENTATION_GROUPS)
LAUNCHER = "hydra/launcher"
LAUNCHER_KEYS = "hydra.launcher."
# Groups that may be null.
OPTIONAL = ("ablation", "debug", "experiments", "local", "tuned")
EXPERIMENTS = {"config": "*.yaml", "audit": "audits/*.yaml", "tune": "searches/*.yaml"}
TUNED = "tuned"  # of the outputs folder
# Groups that take the options of another one.
ALIASES = {"second": "dataset", "baseline": "representation"}


def check_overrides(arguments: Sequence[str], conf: Path, root: str) -> None:
    """Refuse overrides of keys, groups or group options that a command does not have.

    Parameters
    ----------
    arguments
        Command-line arguments; those that are not overrides (flags) are left to Hydra.
    conf
        Folder of the configuration groups; `experiments` lies beside it.
    root
        Name of the command's root configuration file, whose defaults list names its groups.

    Raises
    ------
    ConfigError
        Naming the override and the nearest known key.
    """
    groups = {group: _options(conf, group) for group in (*groups_of(conf / f"{root}.yaml"), LAUNCHER)}
    groups["experiments"] = experiments_of(conf, root)
    if TUNED in groups:
        groups[TUNED] |= tuned_of(outputs_folder())
    keys = (set(groups) | _all_keys(conf, root, groups)) - {WORKER_KEY}  # a launcher gives it
    refuse_words(arguments, {group: options for group, options in groups.items() if group not in ALIASES})
    overrides = parsed_overrides(arguments)
    _check_launcher([key_of(override) for override in overrides])
    for override in overrides:
        key = key_of(override)
        if key in groups:
            if override.value() is None and not override.is_delete() and key not in OPTIONAL:
                raise ConfigError(f"{override.input_line!r}: leave {key} out where it is not needed, or name an option")
            _check_options(options_of(override), key, groups[key], str(override.input_line))
        elif _is_checked(key) and key not in keys:
            raise ConfigError(f"unknown key {key!r} in {override.input_line!r}{_nearest(key, keys)}")


def _check_launcher(keys: Sequence[str]) -> None:
    """Refuse settings of a launcher where none is chosen: the serial one has none."""
    settings = [key for key in keys if key.startswith(LAUNCHER_KEYS)]
    if settings and LAUNCHER not in keys:
        raise ConfigError(f"{settings[0]} needs {LAUNCHER}=local or {LAUNCHER}=slurm")


def _is_checked(key: str) -> bool:
    """Whether an unknown key is refused here; what a launcher hands on to sbatch is not ours to know."""
    if key.startswith(LAUNCHER_KEYS):
        return "additional_parameters" not in key
    return key.split(".", maxsplit=1)[0].split("/", maxsplit=1)[0] not in FREE_PREFIXES


def _check_options(chosen: Iterable[str], group: str, options: set[str], line: str) -> None:
    """Refuse options that the group does not have."""
    for option in chosen:
        unknown: str | None = option
        if option in options:
            unknown = None
        elif group in REPRESENTATION_GROUPS:
            unknown = check_composed(option, options)
        if unknown is not None:
            raise ConfigError(f"{group} has no option {option!r} in {line!r}{_nearest(unknown, options)}")


def _nearest(text: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = get_close_matches(text, names, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(n for n in names if '.' not in n)}"


def groups_of(root: Path) -> list[str]:
    """Return the groups of a root configuration's defaults list and of the files it includes, Hydra's own left out."""
    names = []
    for entry in _content(root)["defaults"]:
        if isinstance(entry, dict):
            names += [name.removeprefix("optional ") for name in entry if not name.startswith("override ")]
        elif entry != "_self_":
            names += groups_of(_included(root, entry))
    return names


def experiments_of(conf: Path, root: str) -> set[str]:
    """Return the names of a command's experiments, which lie beside the configuration folder."""
    folder = conf.parent / "experiments"
    return {file.relative_to(folder).with_suffix("").as_posix() for file in folder.glob(EXPERIMENTS[root])}


def tuned_of(outputs: Path) -> set[str]:
    """Return the names under which searches have written what they found best."""
    return {file.stem for file in (outputs / TUNED).glob("*.yaml")}


def _included(root: Path, name: str) -> Path:
    """Return the file that a defaults list includes by its name alone."""
    return root.with_name(f"{name}.yaml")


def _options(conf: Path, group: str) -> set[str]:
    """Return the names of a group's files."""
    return {file.stem for file in (conf / ALIASES.get(group, group)).glob("*.yaml")}


def _all_keys(conf: Path, root: str, groups: Iterable[str]) -> set[str]:
    """Every dotted key that the root configuration or an option of its groups defines."""
    content = _content(conf / f"{root}.yaml")
    included = [entry for entry in content["defaults"] if isinstance(entry, str) and entry != "_self_"]
    keys: set[str] = set().union(*(_all_keys(conf, name, ()) for name in included))
    _collect(content, "", keys)
    for group in groups:
        for file in (conf / group).glob("**/*.yaml"):
            is_global = "@package _global_" in file.read_text(encoding="utf-8")
            _collect(_content(file), "" if is_global else f"{group.replace('/', '.')}.", keys)
    return keys


def _content(file: Path) -> dict[Any, Any]:
    return yaml.safe_load(file.read_text(encoding="utf-8")) or {}


def _collect(content: dict[Any, Any], prefix: str, keys: set[str]) -> None:
    for key, value in content.items():
        if key == "defaults":
            continue
        keys.add(f"{prefix}{key}")
        nested = dict(enumerate(value)) if isinstance(value, list) else value
        if isinstance(nested, dict):
            _collect(nested, f"{prefix}{key}.", keys)
