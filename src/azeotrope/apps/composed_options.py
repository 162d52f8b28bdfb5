"""Options that are made of other options: representations joined by `+` or taken from a run, and a second data set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hydra.core.config_store import ConfigStore

from azeotrope.apps.overrides import key_of, options_of, parsed_overrides
from azeotrope.errors import ConfigError

REPRESENTATION_GROUPS = ("representation", "baseline")
RUN = "run:"


def register_options(arguments: Sequence[str], conf: Path) -> None:
    """Offer Hydra the composed options that its groups have no file for.

    ``representation=rdkit_2d+morgan`` joins two blocks, ``representation=run:ID`` is what a trained run makes of
    molecules, ``baseline`` takes what ``representation`` takes, and ``second`` takes what ``dataset`` takes.
    """
    store = ConfigStore.instance()
    for file in (conf / "dataset").glob("*.yaml"):
        store.store(group="second", name=file.stem, node=_same("dataset", file.stem))
    files = {file.stem for file in (conf / "representation").glob("*.yaml")}
    for name in files:
        store.store(group="baseline", name=name, node=_same("representation", name))
    for override in parsed_overrides(arguments):
        group = key_of(override)
        for name in set(options_of(override)) - files if group in REPRESENTATION_GROUPS else ():
            # A run may be named by a path, whose folders Hydra takes for groups inside the group.
            folder, _, last = f"{group}/{name}".rpartition("/")
            store.store(group=folder, name=last, node=_composed(name), package=group)


def check_composed(option: str, known: set[str]) -> str | None:
    """Return which part of an option is neither a known one nor a run, or None where all are.

    Raises
    ------
    ConfigError
        When a part is named twice, or a run is not named at all.
    """
    parts = option.split("+")
    for part in parts:
        if part == RUN:
            raise ConfigError(f"{option!r} names no run; write {RUN}ID with the id that `azeotrope status` shows")
        if parts.count(part) > 1:
            raise ConfigError(f"{option!r} names {part!r} twice")
    return next((part for part in parts if part not in known and not part.startswith(RUN)), None)


def _same(group: str, name: str) -> dict[str, Any]:
    """Take an option of another group as it is."""
    return {"defaults": [{f"/{group}@_here_": name}, "_self_"]}


def _composed(name: str) -> dict[str, Any]:
    """Join the parts of a name under ``blocks``, where there are several."""
    parts = name.split("+")
    if len(parts) == 1:
        return _trained(name)
    defaults = [{f"/representation@blocks.{part}": part} for part in parts if not part.startswith(RUN)]
    trained = {part: _trained(part) for part in parts if part.startswith(RUN)}
    return {"defaults": [*defaults, "_self_"], "name": name, "blocks": trained}


def _trained(name: str) -> dict[str, Any]:
    """Describe the block of a trained run."""
    return {
        "name": name,
        "_target_": "azeotrope.audits.blocks.EmbeddingBlock",
        "featurizer": {"_target_": "azeotrope.apps.trained_features.TrainedFeatures", "run": name.removeprefix(RUN)},
    }
