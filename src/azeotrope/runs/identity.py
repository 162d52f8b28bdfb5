"""What makes a run the same run: science, data, split, fold and code; not where, when or by what launcher it ran."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

from azeotrope.errors import ConfigError, RunError
from azeotrope.runs.canonical import canonical_json, config_hash
from azeotrope.runs.code import code_hash

LABEL_LENGTH = 40
HASH_LENGTH = 12


@dataclass(frozen=True)
class RunLabels:
    """Names for people, in any characters; the readable part of a run's id.

    They follow from the scientific configuration, so they do not enter the hash; equal configurations need equal
    labels to be one run.
    """

    dataset: str
    split: str
    model: str


@dataclass(frozen=True)
class AuditLabels:
    """What `RunLabels` is for a fold, for an audit."""

    dataset: str
    claim: str
    representation: str


@dataclass(frozen=True)
class RunIdentity:
    """Identity of one fold of one experiment, or of one audit.

    Attributes
    ----------
    labels
        Readable part of the id.
    fold
        Fold number, 0-based; None for an audit.
    config_hash
        Hash of the scientific configuration, which holds the options of the split family but no fold, launcher, path
        or tracking setting.
    data_hash
        Content hash of the curated table.
    split_hash
        Content hash of the row indices of this fold; None for an audit.
    code_hash
        Hash of the package's sources.
    """

    labels: RunLabels | AuditLabels
    fold: int | None
    config_hash: str
    data_hash: str
    split_hash: str | None
    code_hash: str

    @classmethod
    def of(
        cls,
        scientific_config: Mapping[str, Any],
        labels: RunLabels | AuditLabels,
        fold: int | None,
        data_hash: str,
        split_hash: str | None,
    ) -> "RunIdentity":
        """Return the identity of a run of `scientific_config` with this version of the code.

        Raises
        ------
        ConfigError
            When the configuration has a value without a stable text.
        """
        return cls(labels, fold, config_hash(scientific_config), data_hash, split_hash, code_hash())

    @property
    def run_id(self) -> str:
        """Name of the run folder, made of ``[a-z0-9_.-]`` only.

        ``{dataset}-{split}-{model}-f{fold}-{hash12}`` of a fold, ``{dataset}-{claim}-{representation}-{hash12}`` of an
        audit.
        """
        digest = _digest(self.config_hash, self.data_hash, self.split_hash, self.fold, self.code_hash)
        labels = (readable_label(label) for label in astuple(self.labels))
        fold = [] if self.fold is None else [f"f{self.fold}"]
        return "-".join((*labels, *fold, digest))

    @property
    def is_audit(self) -> bool:
        """Whether this is an audit and no fold of an experiment."""
        return isinstance(self.labels, AuditLabels)

    @property
    def experiment_id(self) -> str:
        """Twelve hexadecimal digits, equal for the folds of one experiment: configuration, data and code."""
        return _digest(self.config_hash, self.data_hash, self.code_hash)

    def to_dict(self) -> dict[str, Any]:
        """Return the content of ``identity.json``."""
        return {"run_id": self.run_id, "experiment_id": self.experiment_id, **asdict(self)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "RunIdentity":
        """Return the identity that `to_dict` wrote.

        Raises
        ------
        RunError
            When an entry is missing or of a wrong type, or when the id is not that of the other entries.
        """
        try:
            values = {field.name: content[field.name] for field in fields(cls)}
            kind = AuditLabels if "claim" in values["labels"] else RunLabels
            identity = cls(**{**values, "labels": kind(**values["labels"])})
            stated, belongs_to = content["run_id"], identity.run_id
        except (AttributeError, ConfigError, KeyError, TypeError) as error:
            raise RunError(f"the identity of a run is damaged: {error!r}") from error
        if stated != belongs_to:
            raise RunError(f"the identity of run {stated} is damaged: its entries belong to {belongs_to}")
        return identity


def readable_label(text: str) -> str:
    """Return `text` as part of a folder name: lower case, ``[a-z0-9_.]``, at most 40 characters, never empty."""
    cleaned = re.sub(r"[^a-z0-9_.]+", "_", text.lower()).strip("_.")
    return cleaned[:LABEL_LENGTH].rstrip("_.") or "unnamed"


def _digest(*parts: str | int | None) -> str:
    """Return the first twelve hexadecimal digits of the SHA-256 over the parts."""
    return hashlib.sha256(canonical_json(parts).encode()).hexdigest()[:HASH_LENGTH]
