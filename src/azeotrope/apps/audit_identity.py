"""What makes an audit the same audit, and what tables call it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig

from azeotrope.apps.compose import plain
from azeotrope.apps.labels import choice_label
from azeotrope.audits.claim import Subject
from azeotrope.runs.identity import AuditLabels

if TYPE_CHECKING:
    from azeotrope.datasets.ratings import RatingsTable

NONE = "none"


def audit_labels(config: DictConfig, subject: Subject, typed: Sequence[str]) -> dict[str, str]:
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


def audit_names(labels: dict[str, str]) -> AuditLabels:
    """Return the readable part of the run id."""
    dataset = "+".join(name for name in (labels["dataset"], labels["second"]) if name != NONE)
    return AuditLabels(dataset, labels["claim"], labels["representation"])


def audit_science(claim: dict[str, Any], subject: Subject) -> dict[str, Any]:
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


def audit_data_hash(subject: Subject) -> str:
    """Return the hash of the table, or of both."""
    tables = [table for table in (subject.table, subject.second) if table is not None]
    return "+".join(table.content_hash for table in tables)
