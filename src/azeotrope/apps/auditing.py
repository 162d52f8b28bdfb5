"""From a composed configuration to an audit that is ready to run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig

from azeotrope.apps.audit_results import audit_results
from azeotrope.apps.checks import whole_number
from azeotrope.apps.compose import build, plain, without
from azeotrope.apps.composed_options import RUN
from azeotrope.apps.labels import choice_label
from azeotrope.apps.session import Session
from azeotrope.apps.trained_features import TrainedFeatures
from azeotrope.audits.blocks import FeaturizerBlock
from azeotrope.audits.claim import Claim, Subject
from azeotrope.audits.representation import Block, Representation
from azeotrope.datasets.ratings_loading import RatingsRecipe
from azeotrope.errors import ConfigError
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import AuditLabels, RunIdentity

if TYPE_CHECKING:
    from azeotrope.datasets.ratings import RatingsTable
    from azeotrope.runs.audit_results import AuditResults

NONE = "none"


@dataclass(frozen=True, eq=False)
class Audit:
    """An audit that is ready to run; see `run_once.Prepared`.

    Attributes
    ----------
    claim, subject
        What is claimed, and of what.
    labels
        What tables call dataset, second, claim, representation and baseline; ``none`` where the claim has none.
    folder
        Where.
    """

    claim: Claim
    subject: Subject
    labels: dict[str, str]
    folder: RunFolder

    def introduction(self) -> str:
        """Return the data set's warnings."""
        tables = [table for table in (self.subject.table, self.subject.second) if table is not None]
        return "\n".join(f"{table.info.dataset}: {warning}" for table in tables for warning in table.warnings)

    def results(self, session: Session) -> "AuditResults":
        """Gather the evidence."""
        evidence = self.claim.test(self.subject)
        return audit_results(replace(evidence, notes=(*evidence.notes, *self._training_notes())), self.labels)

    def _training_notes(self) -> Iterator[str]:
        """Say of every trained run what it was trained on."""
        for representation in (self.subject.representation, self.subject.baseline):
            for block in () if representation is None else representation.blocks.values():
                if isinstance(block, FeaturizerBlock) and isinstance(block.featurizer, TrainedFeatures):
                    yield block.featurizer.training_note(self.subject.table.units.molecules)


def prepare_audit(config: DictConfig, session: Session, typed: Sequence[str]) -> Audit:
    """Build and check everything before any work, and open the run's folder.

    Parameters
    ----------
    config, session
        The composed configuration and the command's session.
    typed
        Overrides that the user typed; those of an option's parts are named in its label.

    Raises
    ------
    ConfigError, DataError, RunError
        When parts do not exist or do not fit the claim, the data cannot be had, or the folder cannot be written.
    """
    whole_number(config.seed, "seed", 0)
    tree = plain(config.claim)
    claim: Claim = build(without(tree, "name"), f"claim {tree['name']}")
    given = {name: plain(config[name]) for name in claim.uses if config.get(name) is not None}
    subject = Subject(
        load_ratings(plain(config.dataset), session, config.paths.mirror),
        _representation(given.get("representation")),
        _representation(given.get("baseline")),
        load_ratings(given["second"], session, config.paths.mirror) if "second" in given else None,
        session.cache,
        session.show_progress,
    )
    claim.check(subject)
    labels = _labels(config, subject, typed)
    identity = RunIdentity.of(_science(tree, subject), _names(labels), None, _data_hash(subject), None)
    folder = RunFolder.open(session.outputs, identity, {"labels": labels, **_science(tree, subject)})
    return Audit(claim, subject, labels, folder)


def load_ratings(tree: dict[str, Any], session: Session, mirror: str | None) -> "RatingsTable":
    """Return the ratings of a `dataset` node, or the pure compounds of a data set of mixtures."""
    from azeotrope.datasets.pure_ratings import ratings_of

    recipe = build(tree, f"dataset {tree['name']}")
    loaded = recipe.load(session.cache, None if mirror is None else Path(mirror), progress=session.show_progress)
    table: RatingsTable = loaded if isinstance(recipe, RatingsRecipe) else ratings_of(loaded)
    return table


def _representation(tree: dict[str, Any] | None) -> Representation | None:
    """Build the blocks of a representation node: those under ``blocks``, or the node itself."""
    if tree is None:
        return None
    trees = tree.get("blocks", {tree["name"]: tree})
    blocks = [(name, build(without(block, "name"), f"representation {name}")) for name, block in trees.items()]
    named = [(_name_of(name, block), block) for name, block in blocks]
    if len(dict(named)) < len(named):
        raise ConfigError(f"{tree['name']} names a run twice; name it once")
    return Representation(dict(named))


def _name_of(name: str, block: Block) -> str:
    """Return the name of a block; that of a trained run is its id, however it was typed."""
    is_run = isinstance(block, FeaturizerBlock) and isinstance(block.featurizer, TrainedFeatures)
    return f"{RUN}{block.featurizer.run}" if is_run else name  # type: ignore[attr-defined]


def _labels(config: DictConfig, subject: Subject, typed: Sequence[str]) -> dict[str, str]:
    """Name of each choice, with its options that are not the default; ``none`` for what the claim does not look at."""
    seed = {} if config.seed == 0 else {"seed": config.seed}
    audited = {"representation": subject.representation, "baseline": subject.baseline}
    parts = {name: NONE if each is None else each.name + _changes(name, typed) for name, each in audited.items()}
    return {
        "dataset": subject.table.info.dataset,
        "second": NONE if subject.second is None else subject.second.info.dataset,
        "claim": choice_label("claim", plain(config.claim), seed),
        **parts,
    }


def _changes(group: str, typed: Sequence[str]) -> str:
    """Return in brackets what was typed about the options of a group, so that tables never mix two."""
    mine = [override.lstrip("+") for override in typed if override.lstrip("+").startswith(f"{group}.")]
    changes = [override.removeprefix(f"{group}.") for override in mine]
    return f" ({', '.join(changes)})" if changes else ""


def _names(labels: dict[str, str]) -> AuditLabels:
    """Return the readable part of the run id."""
    dataset = "+".join(name for name in (labels["dataset"], labels["second"]) if name != NONE)
    return AuditLabels(dataset, labels["claim"], labels["representation"])


def _science(claim: dict[str, Any], subject: Subject) -> dict[str, Any]:
    """Return what identifies the audit, besides data and code."""
    return {
        "dataset": _described(subject.table),
        "second": None if subject.second is None else _described(subject.second),
        "representation": None if subject.representation is None else subject.representation.identity,
        "baseline": None if subject.baseline is None else subject.baseline.identity,
        "claim": claim,
    }


def _described(table: "RatingsTable") -> dict[str, Any]:
    info = table.info
    return {
        "name": info.dataset,
        "attributes": dict(zip(info.attributes, info.units, strict=True)),
        "origin": info.origin,
        "units": len(table),
        "participants": len(table.participants),
    }


def _data_hash(subject: Subject) -> str:
    """Return the hash of the table, or of both."""
    tables = [table for table in (subject.table, subject.second) if table is not None]
    return "+".join(table.content_hash for table in tables)
