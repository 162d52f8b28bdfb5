"""Which runs and audits a report shows, and which of those that were asked for it cannot show."""

import logging
from collections.abc import Sequence

from azeotrope.apps.left_out import LeftOut
from azeotrope.apps.run_filters import matching_runs
from azeotrope.errors import RunError
from azeotrope.places import outputs_folder
from azeotrope.runs.index import list_runs
from azeotrope.runs.job_states import job_states, planned_command
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State
from azeotrope.runs.trials import without_trials

logger = logging.getLogger(__name__)


def chosen_runs(filters: Sequence[str], *, of_last: bool) -> tuple[list[RunRecord], list[LeftOut]]:
    """Return the finished runs and audits that are asked for, and the others that are, which the log names.

    Trials of searches are left out.

    Parameters
    ----------
    filters
        See `matching_runs`.
    of_last
        Whether to choose among what the last command planned alone.
    """
    outputs = outputs_folder()
    records = list_runs(outputs)
    if of_last:
        command = planned_command(outputs, None)
        own = set() if command is None else {job.run_id for job in job_states(outputs, command)}
        records = [record for record in records if record.run_id in own]
    matching = matching_runs(records, filters)
    known = [record for record in matching if _has_status(record)]
    trials = {record.run_id for record in known} - {record.run_id for record in without_trials(outputs, known)}
    done, others = [], []
    for record in (each for each in matching if each.run_id not in trials):
        state, note = record.inspection.state, record.inspection.note
        if state is State.DONE:
            done.append(record)
        else:
            logger.warning("%s is left out, it is %s%s", record.run_id, state, note and f": {note}")
            others.append(LeftOut(record.run_id, state))
    return done, others


def _has_status(record: RunRecord) -> bool:
    try:
        return bool(record.status)
    except RunError:
        return False
