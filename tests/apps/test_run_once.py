"""The life of a run, with everything that may end it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from azeotrope.apps.run_once import run_once
from azeotrope.apps.session import Session
from azeotrope.errors import RunError
from azeotrope.models.stopping import FitPaused, Stopped, StopRequest
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.runs.status import State


@dataclass(frozen=True)
class Run:
    """A run whose work is to raise something."""

    folder: RunFolder
    error: BaseException

    def introduction(self) -> str:
        return "what a reader should know"

    def results(self, session: Session) -> Any:
        raise self.error


@pytest.fixture
def session(tmp_path: Path) -> Session:
    command = Command.begin(tmp_path, "train", [])
    return Session(tmp_path, tmp_path, command, None, show_progress=False, stop=StopRequest())


@pytest.fixture
def prepare(tmp_path: Path) -> Callable[[BaseException], Callable[[], Run]]:
    identity = RunIdentity(RunLabels("mon", "mixture", "dmpnn"), 0, "config", "data", "split", "code")
    return lambda error: lambda: Run(RunFolder.open(tmp_path, identity, {"labels": {}}), error)


def outcomes(session: Session) -> list[Outcome]:
    return [event.outcome for event in session.command.events()]


@pytest.mark.parametrize(("rmse", "kept"), [(2.5, 2.5), (float("nan"), None)])
def test_a_pause_is_no_end(
    session: Session, prepare: Callable[..., Callable[[], Run]], rmse: float, kept: float | None
) -> None:
    record = run_once(prepare(FitPaused(0.25, rmse)), session, "job")
    assert record is not None
    assert record.inspection.state is State.PAUSED
    assert (record.status.share, record.status.validation_rmse) == (0.25, kept)
    assert outcomes(session) == [Outcome.STARTED]


@pytest.mark.parametrize("error", [Stopped(143), KeyboardInterrupt()])
def test_an_interruption_leaves_a_run_that_continues(
    session: Session, prepare: Callable[..., Callable[[], Run]], error: BaseException
) -> None:
    with pytest.raises(type(error)):
        run_once(prepare(error), session, "job")
    [run] = session.outputs.glob("runs/*")
    assert RunFolder(run).record.inspection.state is State.INTERRUPTED
    assert outcomes(session) == [Outcome.STARTED]


def test_a_failure_is_told_at_once_without_credentials(
    session: Session, prepare: Callable[..., Callable[[], Run]], caplog: pytest.LogCaptureFixture
) -> None:
    error = RunError("http://me:s3cret@host does not answer")
    assert run_once(prepare(error), session, "job") is None
    [run] = session.outputs.glob("runs/*")
    assert RunFolder(run).record.inspection.state is State.FAILED
    [failed] = session.command.outcomes()
    assert failed.message == "RunError: http://***@host does not answer"
    assert "failed: job: http://***@host" in caplog.text
    assert not any(b"s3cret" in file.read_bytes() for file in session.outputs.rglob("*") if file.is_file())
