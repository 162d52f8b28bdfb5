"""The life of one command around Hydra's jobs: begun by a callback, ended by a table and an exit code."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig

from azeotrope.apps.planning import whole_task
from azeotrope.apps.session import Session
from azeotrope.errors import AzeotropeError
from azeotrope.runs.command import Command, find_command
from azeotrope.runs.events import Outcome, RunEvent
from azeotrope.runs.job_states import job_states
from azeotrope.runs.layout import RUNS
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

RETRY_VARIABLE = "AZEOTROPE_RETRY"  # tells which command the next one tries again

_begun: list[Session] = []
_held = ExitStack()
_typed: list[str] = []


class CommandCallback(Callback):
    """Begins the command's record and its parent run in the mirror, once, before the first job.

    What fails here is not reported: Hydra swallows a callback's error, and the first job meets it again.
    """

    def on_run_start(self, config: DictConfig, **kwargs: Any) -> None:
        """Begin a command of one job."""
        with suppress(AzeotropeError):
            overrides = list(config.hydra.overrides.task)
            begin_command(config).command.plan(whole_task(overrides, config).jobs)

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        """Begin a command of many jobs, in the parent, before any of them can race to do so."""
        with suppress(AzeotropeError):
            begin_command(config)


def note_arguments(argv: Sequence[str]) -> None:
    """Keep what the user typed, for the command's record; credentials in it are not recorded."""
    _typed[:] = argv


def begin_command(config: DictConfig) -> Session:
    """Record the command, tell child processes about it, and make its parent run."""
    typed = _typed or sys.argv
    name = " ".join(typed[1:]) or "defaults"
    retried = os.environ.pop(RETRY_VARIABLE, None)
    session = Session.of(config, Command.begin(Path(config.paths.outputs), name, typed, retried))
    os.environ.update(session.command.variable)
    _begun.append(session)
    _held.enter_context(session.command.alive())
    if session.tracking is not None:
        session.tracking.start_command(session.command)
    return session


def current_session(config: DictConfig) -> Session:
    """Return the session of the command that this job belongs to, in whatever process it runs."""
    command = Command.of_environment()
    return begin_command(config) if command is None else Session.of(config, command)


def print_runs(session: Session, events: Sequence[RunEvent]) -> None:
    """Print the table that compares what a command ran; of a retry, all that the command before had planned."""
    from rich.console import Console

    from azeotrope.apps.summary import print_table

    run_ids = [event.run_id for event in events if event.run_id]
    retried = find_command(session.outputs, session.command.description().retry_of)
    if retried is not None:
        states = job_states(session.outputs, retried)
        run_ids += [state.run_id for state in states if state.run_id and state.state is State.DONE]
    print_table(Console(), [RunRecord(session.outputs / RUNS / run_id) for run_id in dict.fromkeys(run_ids)])


@dataclass(frozen=True)
class Conclusion:
    """How a command ends.

    Attributes
    ----------
    noun
        What its jobs are called.
    print_results
        Prints their results, of the command's session and the reports of its jobs.
    """

    noun: str
    print_results: Callable[[Session, Sequence[RunEvent]], None]


OF_RUNS = Conclusion("Runs", print_runs)


def conclude(conclusion: Conclusion, *, in_process: bool) -> bool:
    """Print results and outcomes of the command that this process began, close it, and tell whether anything failed.

    Without one (help, or an error before the first job) nothing is printed and nothing failed.
    """
    if not _begun:
        return False
    from rich.console import Console

    from azeotrope.apps.summary import outcomes_of

    session = _begun.pop()
    _held.close()
    events = session.command.outcomes()
    conclusion.print_results(session, events)
    Console(stderr=True).print(outcomes_of(events, conclusion.noun, in_process=in_process))
    if session.tracking is not None:
        session.tracking.finish_command(session.command)
    return any(event.outcome is Outcome.FAILED for event in events)
