"""Representations as a configuration describes them: blocks of featurizers, and of runs that were trained."""

from collections.abc import Iterator
from typing import Any

from azeotrope.apps.compose import build, without
from azeotrope.apps.composed_options import RUN
from azeotrope.apps.trained_features import TrainedFeatures
from azeotrope.audits.blocks import FeaturizerBlock
from azeotrope.audits.claim import Subject
from azeotrope.audits.representation import Block, Representation
from azeotrope.errors import ConfigError


def build_representation(tree: dict[str, Any]) -> Representation:
    """Build the blocks of a representation node: those under ``blocks``, or the node itself.

    Raises
    ------
    ConfigError, RunError
        When a block cannot be built, or one run is named twice.
    """
    trees = tree.get("blocks", {tree["name"]: tree})
    blocks = [(name, build(without(block, "name"), f"representation {name}")) for name, block in trees.items()]
    named = [(_name_of(name, block), block) for name, block in blocks]
    if len(dict(named)) < len(named):
        raise ConfigError(f"{tree['name']} names a run twice; name it once")
    return Representation(dict(named))


def _name_of(name: str, block: Block) -> str:
    """Return the name of a block; that of a trained run is its id, however it was typed."""
    trained = _trained(block)
    return name if trained is None else f"{RUN}{trained.run}"


def training_notes(subject: Subject) -> Iterator[str]:
    """Say of every trained run what it was trained on."""
    for representation in (subject.representation, subject.baseline):
        for block in () if representation is None else representation.blocks.values():
            trained = _trained(block)
            if trained is not None:
                units = subject.table.units
                yield trained.training_note({units.molecules.inchi[index] for index in units.component})


def _trained(block: Block) -> TrainedFeatures | None:
    """Return the trained run of a block, or None where it has none."""
    featurizer = block.featurizer if isinstance(block, FeaturizerBlock) else None
    return featurizer if isinstance(featurizer, TrainedFeatures) else None
