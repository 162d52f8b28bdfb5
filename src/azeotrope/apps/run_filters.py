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

    A value that runs have, but none of those that the filters before it leave, is named together with what its runs
    have instead.

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
    kept: Sequence[int] = range(len(records))
    before: list[tuple[str, str]] = []
    for label, text in map(_label_and_values, filters):
        spellings = [_spellings(record, label) for record in records]
        wanted = _wanted(label, text, set().union(*spellings))
        for value in sorted(wanted) if kept else ():
            having = [place for place, own in enumerate(spellings) if value in own]
            if having and not set(having) & set(kept):
                _warn_of_others(f"{label}={value}", [records[place] for place in having], before)
        kept = [place for place in kept if wanted & spellings[place]]
        before.append((label, text))
    return [records[place] for place in kept]


def _label_and_values(text: str) -> tuple[str, str]:
    from azeotrope.reports.audit_records import AUDIT_LABELS
    from azeotrope.reports.records import LABELS

    known = tuple(dict.fromkeys((*LABELS, *AUDIT_LABELS)))
    label, equals, values = text.partition("=")
    if not equals or label not in known:
        raise ConfigError(f"filter {text!r} must be LABEL=VALUE with one of {', '.join(known)}")
    return label, values.strip()


def _wanted(label: str, text: str, existing: set[str]) -> set[str]:
    """Return the text where runs have all of it, else the values between its commas."""
    if text in existing:
        return {text}
    wanted = {value.strip() for value in _between_commas(text)}
    shown = _without_repeated_hashes(existing)
    for value in sorted(wanted - existing) if existing else ():
        near = get_close_matches(value, shown, n=SHOWN) or shown[:SHOWN]
        logger.warning("no run has %s=%s; nearest: %s", label, value, "; ".join(near))
    return wanted


def _warn_of_others(value: str, having: Sequence["RunRecord"], before: Sequence[tuple[str, str]]) -> None:
    """Name a value whose runs the filters before it all leave out, and what these runs have of the same labels."""
    asked = " ".join(f"{label}={text}" for label, text in before)
    found = [
        f"{label}={name}"
        for label, _ in before
        for name in _without_repeated_hashes(set().union(*(_spellings(record, label) for record in having)))[:SHOWN]
    ]
    logger.warning("no run has %s together with %s; those with it have %s", asked, value, "; ".join(found))


def _without_repeated_hashes(existing: set[str]) -> list[str]:
    """Return the values in order, without names with the hash of their data where the name alone is there too."""
    return sorted(value for value in existing if value.rpartition(" [")[0] not in existing)


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
    from azeotrope.reports.label_parts import name_of

    try:
        whole = record.config["labels"][label]
        name = name_of(whole)
    except (RunError, AttributeError, KeyError, TypeError):
        return set()
    spellings = {whole, name, short_name(name)}
    if label == "dataset":
        spellings |= {named_with_hash(each, record.identity.data_hash) for each in spellings}
    return spellings
