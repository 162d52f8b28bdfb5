"""`azeotrope retry`: give a command again for what it did not finish."""

import importlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from azeotrope.apps.command import RETRY_VARIABLE
from azeotrope.apps.known_keys import LAUNCHER, LAUNCHER_KEYS
from azeotrope.apps.overrides import key_of, parsed_overrides
from azeotrope.apps.slurm_jobs import jobs_in_queue
from azeotrope.errors import RunError
from azeotrope.places import outputs_folder
from azeotrope.runs.command import Command, retries_of
from azeotrope.runs.job_states import job_states, planned_command
from azeotrope.runs.mlflow_settings import TRACKING_VARIABLE
from azeotrope.runs.redaction import REDACTED
from azeotrope.runs.status import State

logger = logging.getLogger(__name__)


def retry_command(command_id: str | None, overrides: Sequence[str]) -> None:
    """Run what a command left undone, with its own words; exits as that command does.

    Parameters
    ----------
    command_id
        Which command; None is the last one.
    overrides
        Overrides that replace those of the command, such as more memory.

    Raises
    ------
    RunError
        When there is no such command, it still runs or waits in a queue, or its words cannot be given again.
    """
    outputs = outputs_folder()
    command = planned_command(outputs, command_id)
    if command is None:
        raise RunError(f"no command in {outputs} has planned anything that could be tried again")
    states = job_states(outputs, command)
    undone = [state for state in states if state.state is not State.DONE]
    if not undone:
        logger.info("nothing to do: all that command %s planned is done (%d)", command.id, len(states))
        return
    for each in (command, *retries_of(outputs, command)):
        _refuse_while_it_runs(each)
    description = command.description()
    program, *typed = description.argv
    words = replaced(with_credentials(typed), overrides)
    os.chdir(_folder(description.folder))
    running = sum(state.state is State.RUNNING for state in undone)
    waited = f"; {running} of them still run, and are waited for" if running else ""
    logger.info("%d of %d runs of command %s start again%s", len(undone), len(states), command.id, waited)
    os.environ[RETRY_VARIABLE] = command.id
    sys.argv = [program, *words]
    importlib.import_module(f"azeotrope.apps.{Path(program).stem}").main()


def with_credentials(typed: Sequence[str]) -> list[str]:
    """Return the words of a command; the environment must give the tracking server whose credentials were not kept.

    Raises
    ------
    RunError
        When it does not.
    """
    kept = [word for word in typed if REDACTED not in word]
    if len(kept) < len(typed) and not os.environ.get(TRACKING_VARIABLE):
        missing = next(word for word in typed if REDACTED in word)
        raise RunError(f"the credentials in {missing} were not kept; set {TRACKING_VARIABLE} to the whole address")
    return kept


def replaced(typed: Sequence[str], overrides: Sequence[str]) -> list[str]:
    """Return the words of a command, each override replaced by the one of the same key, new ones at the end.

    Raises
    ------
    ConfigError
        When an override cannot be read.
    """
    keys = {key_of(override) for override in parsed_overrides(overrides)}
    kept = [word for word in typed if "=" not in word or key_of(parsed_overrides([word])[0]) not in keys]
    if LAUNCHER in keys:  # another launcher does not take the settings of the one before
        kept = [word for word in kept if not word.lstrip("+").startswith(LAUNCHER_KEYS)]
    return [*kept, *overrides]


def _refuse_while_it_runs(command: Command) -> None:
    """Raise `RunError` while jobs of the command may still start by themselves."""
    if command.is_alive():
        raise RunError(f"command {command.id} still runs; end it first, or wait")
    queued = jobs_in_queue(command.queue) if command.queue else set()
    if queued:
        raise RunError(
            f"{len(queued)} jobs of command {command.id} are still in the queue of Slurm as {command.queue}; wait, or "
            f"end them with: scancel {command.queue}"
        )


def _folder(text: str) -> Path:
    folder = Path(text)
    if not folder.is_dir():
        raise RunError(f"the command was given in {folder}, which is gone; give it again by hand")
    return folder
