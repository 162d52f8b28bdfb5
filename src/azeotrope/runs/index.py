"""All runs of an outputs folder, found from files alone."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.layout import IDENTITY, RUNS
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

SHOWN_CANDIDATES = 5

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunState:
    """One line of a status report.

    Attributes
    ----------
    run_id
        Id of the run.
    state
        Its state.
    note
        Last line of the traceback of a failed run, why an interrupted one is not done, else empty.
    """

    run_id: str
    state: State
    note: str


def list_runs(outputs: Path) -> list[RunRecord]:
    """Return the runs below `outputs`, sorted by id; folders that are none, or copies of one, are named in the log."""
    records = [RunRecord(path) for path in sorted(entry.parent for entry in (outputs / RUNS).glob(f"*/{IDENTITY}"))]
    return [record for record in records if _is_run(record)]


def _is_run(record: RunRecord) -> bool:
    """Whether a folder has a readable identity and its name; a copy under another name would count twice."""
    try:
        own = record.identity.run_id
    except RunError as error:
        logger.warning("%s is left out: %s", record.path, error)
        return False
    if record.run_id != own:
        logger.warning("%s is left out: a copy of run %s, the folder has another name", record.path, own)
    return record.run_id == own


def folds_beside(record: RunRecord) -> list[RunRecord]:
    """Return the folds of the experiment of a fold, itself included, sorted by fold, from the folders beside it."""
    readable = record.run_id.rpartition(f"-f{record.identity.fold}-")[0]
    beside = [RunRecord(entry.parent) for entry in record.path.parent.glob(f"{readable}-f*/{IDENTITY}")]
    return by_experiment(beside)[record.identity.experiment_id]


def by_experiment(records: Sequence[RunRecord]) -> dict[str, list[RunRecord]]:
    """Return the folds of each experiment sorted by fold; audits and folders that cannot be read are left out."""
    experiments: dict[str, list[RunRecord]] = {}
    for record in records:
        with suppress(RunError):
            if record.identity.fold is not None:
                experiments.setdefault(record.identity.experiment_id, []).append(record)
    return {name: sorted(folds, key=lambda each: each.identity.fold or 0) for name, folds in experiments.items()}


def status_summary(outputs: Path) -> list[RunState]:
    """Return the state of each run below `outputs`, sorted by id."""
    return [RunState(record.run_id, record.inspection.state, record.inspection.note) for record in list_runs(outputs)]


def find_run(outputs: Path, text: str) -> RunRecord:
    """Return the run that `text` names.

    Parameters
    ----------
    outputs
        Folder that holds ``runs``.
    text
        Path of a run folder, a run id, an MLflow run id, or the beginning or end of one run id.

    Raises
    ------
    RunError
        When no run or several runs match; names the candidates.
    """
    if not text.strip():
        raise RunError("no run is named; `azeotrope status` lists the runs")
    folder = Path(text).expanduser()
    if (folder / IDENTITY).is_file():
        return RunRecord(folder.resolve())
    runs = list_runs(outputs)
    exact = [record for record in runs if text == record.run_id or text in record.mlflow_runs.values()]
    matches = exact or [record for record in runs if record.run_id.startswith(text) or record.run_id.endswith(text)]
    if len(matches) == 1:
        return matches[0]
    raise RunError(_no_single_run(text, outputs, runs, matches))


def _no_single_run(text: str, outputs: Path, runs: list[RunRecord], matches: list[RunRecord]) -> str:
    """Return the message for a text that matches no run or several."""
    if matches:
        shown = ", ".join(record.run_id for record in matches[:SHOWN_CANDIDATES])
        more = f" and {len(matches) - SHOWN_CANDIDATES} more" if len(matches) > SHOWN_CANDIDATES else ""
        return f"{text!r} fits {len(matches)} runs: {shown}{more}; write more of the id"
    close = get_close_matches(text, [record.run_id for record in runs], n=1)
    hint = f"did you mean {close[0]}?" if close else "`azeotrope status` lists the runs"
    return f"no run {text!r} among the {len(runs)} in {outputs / RUNS}; {hint}"
