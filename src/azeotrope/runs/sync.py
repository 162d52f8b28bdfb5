"""Making the mirror whole from the folders alone."""

from collections import defaultdict
from dataclasses import dataclass

from azeotrope.runs.command import Command, list_commands
from azeotrope.runs.events import Outcome
from azeotrope.runs.index import by_experiment, list_runs
from azeotrope.runs.mirror_content import MIRRORED
from azeotrope.runs.tracking import Tracking


@dataclass(frozen=True)
class SyncReport:
    """Ids of the commands and of the done, failed and paused runs that MLflow now holds, and of those it does not."""

    mirrored: tuple[str, ...]
    missing: tuple[str, ...]


def sync(tracking: Tracking) -> SyncReport:
    """Mirror every command and every finished, failed or paused run that MLflow lacks; may be repeated.

    An MLflow that is empty gets all that it had before, other than what people wrote there themselves.
    """
    written: dict[str, bool] = {}
    commands = list_commands(tracking.outputs)
    for command in commands:
        tracking.start_command(command)
    skips = _skips(commands)
    ended = [record for record in list_runs(tracking.outputs) if record.inspection.state in MIRRORED]
    experiments = by_experiment(ended)
    for record in ended:
        folds, command_ids = experiments.get(record.identity.experiment_id, ()), skips[record.run_id]
        written[record.run_id] = (
            tracking.mark_skipped(record, *command_ids, folds=folds) if command_ids else tracking.log_run(record, folds)
        )
    for command in commands:
        written[command.id] = tracking.finish_command(command)
    mirrored = tuple(name for name, is_there in written.items() if is_there)
    return SyncReport(mirrored, tuple(name for name in written if name not in mirrored))


def _skips(commands: list[Command]) -> defaultdict[str, list[str]]:
    """Return the ids of the commands that skipped each run, by run id."""
    skips: defaultdict[str, list[str]] = defaultdict(list)
    for command in commands:
        for event in command.outcomes():
            if event.outcome is Outcome.SKIPPED and event.run_id is not None:
                skips[event.run_id].append(command.id)
    return skips
