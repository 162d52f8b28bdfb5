"""Runs that only a search asked for: their test rows are no result, since one of many is always the luckiest."""

import logging
from collections.abc import Sequence
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.command import Command, list_commands
from azeotrope.runs.record import RunRecord

SEARCH_PROGRAM = "tune"

logger = logging.getLogger(__name__)


def without_trials(outputs: Path, records: Sequence[RunRecord]) -> list[RunRecord]:
    """Return the runs that were made by, or asked for by, a command that is no search."""
    commands = list_commands(outputs)
    searches = {command.id for command in commands if _is_search(command)}
    if not searches:
        return list(records)
    asked = {event.run_id for command in commands if command.id not in searches for event in command.events()}
    return [record for record in records if record.status.command_id not in searches or record.run_id in asked]


def _is_search(command: Command) -> bool:
    try:
        argv = command.description().argv
    except RunError as error:
        logger.warning("command %s is left out: %s", command.id, error)
        return False
    return bool(argv) and Path(argv[0]).stem == SEARCH_PROGRAM
