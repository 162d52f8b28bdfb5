"""What a report does not show although it was asked for, as a sentence of its page."""

from collections.abc import Sequence
from dataclasses import dataclass

from azeotrope.runs.status import State

SHOWN = 3
# What is done and yet not shown.
UNREADABLE = "cannot be read"
WORDS = {
    State.MISSING: "never started",
    State.RUNNING: "still running",
    State.FAILED: "failed",
    State.INTERRUPTED: "interrupted or damaged",
    State.PAUSED: "paused",
    State.DONE: UNREADABLE,
}


@dataclass(frozen=True)
class LeftOut:
    """A run or audit that is not shown.

    Attributes
    ----------
    run_id
        Its id.
    state
        Its state; done where its files cannot be read.
    """

    run_id: str
    state: State


def left_out_sentence(runs: Sequence[LeftOut]) -> str:
    """Return how many are not shown for which reason, with the first ids of each; empty where there is none.

    Examples
    --------
    >>> left_out_sentence([LeftOut("mon-mixture-dmpnn-f0-0123456789ab", State.FAILED)])
    'Not shown: 1 failed (mon-mixture-dmpnn-f0-0123456789ab).'
    """
    by_state = {state: [run.run_id for run in runs if run.state is state] for state in WORDS}
    parts = [f"{len(ids)} {WORDS[state]} ({_listed(ids)})" for state, ids in by_state.items() if ids]
    return f"Not shown: {'; '.join(parts)}." if parts else ""


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
