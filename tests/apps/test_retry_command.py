from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.apps import retry_command as module
from azeotrope.apps.retry_command import replaced, retry_command, with_credentials
from azeotrope.errors import ConfigError, RunError
from azeotrope.runs.command import Command
from azeotrope.runs.mlflow_settings import TRACKING_VARIABLE
from azeotrope.runs.plan import PlannedJob

JOB = PlannedJob("split.fold=0", "split.fold=0")


@pytest.fixture(autouse=True)
def _outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(tmp_path))
    monkeypatch.delenv(TRACKING_VARIABLE, raising=False)


def begun(outputs: Path, *argv: str) -> Command:
    command = Command.begin(outputs, "sweep", ["train.py", *argv])
    command.plan([JOB])
    return command


def test_overrides_are_replaced_by_key_and_new_ones_are_added() -> None:
    typed = ["-m", "model=ideal,dmpnn", "hydra.launcher.mem_gb=8", "split.path='a=b.csv'"]
    assert replaced(typed, []) == typed
    assert replaced(typed, ["hydra.launcher.mem_gb=16", "seed=1"]) == [
        *("-m", "model=ideal,dmpnn", "split.path='a=b.csv'"),
        *("hydra.launcher.mem_gb=16", "seed=1"),
    ]
    assert replaced(["hydra/launcher=slurm", "+hydra.launcher.mem_gb=8", "seed=0"], ["hydra/launcher=local"]) == [
        "seed=0",
        "hydra/launcher=local",
    ], "another launcher does not take the settings of the one before"
    with pytest.raises(ConfigError, match="quotes"):
        replaced(typed, ["split.path=a=b=["])


def test_credentials_that_were_not_kept_must_be_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["-m", "tracking.tracking_uri=http://***@host"]
    with pytest.raises(RunError, match="MLFLOW_TRACKING_URI"):
        with_credentials(typed)
    monkeypatch.setenv(TRACKING_VARIABLE, "http://me:s3cret@host")
    assert with_credentials(typed) == ["-m"]


def test_there_must_be_something_to_try_again() -> None:
    with pytest.raises(RunError, match="no command in"):
        retry_command(None, [])


def test_a_command_that_still_runs_is_left_alone(tmp_path: Path) -> None:
    command = begun(tmp_path, "-m")
    with command.alive(), pytest.raises(RunError, match="still runs"):
        retry_command(None, [])


def test_jobs_that_still_wait_in_a_queue_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path, "-m").note_queue("17")
    monkeypatch.setattr(module, "jobs_in_queue", lambda array: {f"{array}_0", f"{array}_4"})
    with pytest.raises(RunError, match=r"2 jobs .* in the queue of Slurm as 17; .*scancel 17"):
        retry_command(None, [])


def test_a_folder_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    begun(tmp_path, "-m")
    monkeypatch.chdir(tmp_path)
    here.rmdir()
    with pytest.raises(RunError, match="here, which is gone"):
        retry_command(None, [])


def test_the_command_is_given_again_with_what_it_left_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, retried: Callable[[], list[str]]
) -> None:
    command = begun(tmp_path, "-m", "model=ideal")
    retry_command(command.id, ["seed=1"])
    assert retried() == ["train.py", "-m", "model=ideal", "seed=1", command.id]


@pytest.fixture
def retried(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What train.py would have been started with, and the command that it retries."""
    import os
    import sys

    from azeotrope.apps import train

    words: list[str] = []
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setenv("AZEOTROPE_RETRY", "")
    monkeypatch.setattr(train, "main", lambda: words.extend([*sys.argv, os.environ["AZEOTROPE_RETRY"]]))
    return lambda: words
