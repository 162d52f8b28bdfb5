"""Which runs a person means by `label=value`."""

import logging
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from azeotrope.apps.summary import named_with_hash
from azeotrope.errors import ConfigError, RunError

if TYPE_CHECKING:
    from azeotrope.runs.record import RunRecord

SHOWN = 5

logger = logging.getLogger(__name__)


def matching_runs(records: Sequence["RunRecord"], filters: Sequence[str]) -> list["RunRecord"]:
    """Keep runs whose labels match every filter; the log names a value that none has, and the nearest that exist.

    Parameters
    ----------
    records
        Runs; those whose labels cannot be read match no filter.
    filters
        Each ``label=value``, or several values with commas, where those inside brackets separate nothing; a value is
        all of a label, its name without options, or a run by its hash, and of data also their name with their hash.

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
        spellings = [_spellings(record, label) for record in kept]
        wanted = _wanted(label, values.strip(), set().union(*spellings))
        kept = [record for record, own in zip(kept, spellings, strict=True) if wanted & own]
    return kept


def _wanted(label: str, text: str, existing: set[str]) -> set[str]:
    """Return the text where runs have all of it, else the values between its commas."""
    if text in existing:
        return {text}
    wanted = {value.strip() for value in _between_commas(text)}
    for value in sorted(wanted - existing) if existing else ():
        near = get_close_matches(value, existing, n=SHOWN) or sorted(existing)[:SHOWN]
        logger.warning("no run has %s=%s; nearest: %s", label, value, "; ".join(near))
    return wanted


def _between_commas(text: str) -> list[str]:
    """Split at the commas that are outside of brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _spellings(record: "RunRecord", label: str) -> set[str]:
    """Return what a filter may call a label of a run; nothing where the run has no such label."""
    from azeotrope.reports.audit_records import short_name

    try:
        whole = record.config["labels"][label]
        name = whole.split(" (", maxsplit=1)[0]
    except (RunError, AttributeError, KeyError, TypeError):
        return set()
    spellings = {whole, name, short_name(name)}
    if label == "dataset":
        spellings |= {named_with_hash(each, record.identity.data_hash) for each in spellings}
    return spellings
