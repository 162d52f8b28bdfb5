"""From a composed configuration to an audit that is ready to run."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig

from azeotrope.apps.audit_identity import audit_data_hash, audit_labels, audit_names, audit_science
from azeotrope.apps.audit_results import audit_results
from azeotrope.apps.checks import whole_number
from azeotrope.apps.compose import build, plain, without
from azeotrope.apps.representations import build_representation, training_notes
from azeotrope.apps.session import Session
from azeotrope.audits.claim import Claim, Subject
from azeotrope.datasets.ratings_loading import RatingsRecipe
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity

if TYPE_CHECKING:
    from azeotrope.datasets.ratings import RatingsTable
    from azeotrope.runs.audit_results import AuditResults


logger = logging.getLogger(__name__)


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
        notes = (*evidence.notes, *training_notes(self.subject))
        return audit_results(replace(evidence, notes=notes), self.labels)


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
        build_representation(given["representation"]) if "representation" in given else None,
        build_representation(given["baseline"]) if "baseline" in given else None,
        load_ratings(given["second"], session, config.paths.mirror) if "second" in given else None,
        session.cache,
        session.show_progress,
    )
    claim.check(subject)
    for part in {"representation", "baseline", "second"} - set(claim.uses):
        if any(override.startswith(f"{part}=") for override in typed):
            logger.warning("claim %s does not look at %s, which is left out", tree["name"], part)
    labels, science = audit_labels(config, subject, typed), audit_science(tree, subject)
    identity = RunIdentity.of(science, audit_names(labels), None, audit_data_hash(subject), None)
    folder = RunFolder.open(session.outputs, identity, {"labels": labels, **science})
    return Audit(claim, subject, labels, folder)


def load_ratings(tree: dict[str, Any], session: Session, mirror: str | None) -> "RatingsTable":
    """Return the ratings of a `dataset` node, or the pure compounds of a data set of mixtures."""
    from azeotrope.datasets.pure_ratings import ratings_of

    recipe = build(tree, f"dataset {tree['name']}")
    loaded = recipe.load(session.cache, None if mirror is None else Path(mirror), progress=session.show_progress)
    table: RatingsTable = loaded if isinstance(recipe, RatingsRecipe) else ratings_of(loaded)
    return table
