"""Which runs a person means by `label=value`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from azeotrope.errors import ConfigError

if TYPE_CHECKING:
    from azeotrope.runs.record import RunRecord


def matching_runs(records: Sequence["RunRecord"], filters: Sequence[str]) -> list["RunRecord"]:
    """Keep runs whose labels match every filter.

    Parameters
    ----------
    records
        Runs whose configuration can be read.
    filters
        Each ``label=value``, or several values with commas; a value is all of a label, its name without options, or a
        run by its hash.

    Raises
    ------
    ConfigError
        When a filter is no such text, or names no label.
    """
    from azeotrope.reports.audit_records import AUDIT_LABELS
    from azeotrope.reports.records import LABELS

    known = tuple(dict.fromkeys((*LABELS, *AUDIT_LABELS)))
    kept = list(records)
    for text in filters:
        label, equals, values = text.partition("=")
        if not equals or label not in known:
            raise ConfigError(f"filter {text!r} must be LABEL=VALUE with one of {', '.join(known)}")
        wanted = {value.strip() for value in values.split(",")}
        kept = [record for record in kept if wanted & _spellings(str(record.config["labels"].get(label)))]
    return kept


def _spellings(label: str) -> set[str]:
    """Return what a filter may call a label: all of it, its name without options, and a run by its hash."""
    from azeotrope.reports.audit_records import short_name

    name = label.split(" (", maxsplit=1)[0]
    return {label, name, short_name(name)}
