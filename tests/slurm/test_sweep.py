"""A sweep as an array of a real Slurm, with all that clusters do to it: a kill, a requeue, an error, a time limit."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pandas as pd
import pytest

from azeotrope.runs.command import Command, list_commands
from azeotrope.runs.events import Outcome
from azeotrope.runs.index import list_runs
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

pytestmark = [pytest.mark.slow, pytest.mark.slurm, pytest.mark.usefixtures("slurm")]

ROOT = Path(__file__).resolve().parents[2]
AGGREGATION = ("-m", "experiments=table4_aggregation", "dataset=dcn", "debug=fast")
PATIENCE_S = 1500.0
Found = TypeVar("Found")


def environment(outputs: Path) -> dict[str, str]:
    return os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}


def train(outputs: Path, *overrides: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(ROOT / "train.py"), *overrides],
        env=environment(outputs),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def start(outputs: Path, *overrides: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(ROOT / "train.py"), *overrides],
        env=environment(outputs),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def azeotrope(outputs: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", "from azeotrope.apps.cli import main; main()", *words],
        env=environment(outputs),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def wait_for(look: Callable[[], Found | None], what: str) -> Found:
    deadline = time.monotonic() + PATIENCE_S
    while (found := look()) is None:
        assert time.monotonic() < deadline, f"still waiting for {what}"
        time.sleep(0.05)
    return found


def only_command(outputs: Path) -> Command | None:
    commands = list_commands(outputs)
    return commands[0] if commands and commands[0].queue else None


def task_process(array: str, index: int) -> int | None:
    """Return the Python process of a task of an array, found by its environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        is_task = {f"SLURM_ARRAY_JOB_ID={array}".encode(), f"SLURM_ARRAY_TASK_ID={index}".encode()} <= set(variables)
        if is_task and b"submitit.core._submit" in words and b"srun" not in words[0]:
            return int(folder.name)
    return None


def requeue(job: str) -> bool | None:
    """Requeue a job; None while it is not running, since it has just been requeued."""
    answer = subprocess.run(["scontrol", "requeue", job], capture_output=True, check=False)
    return True if answer.returncode == 0 else None


def next_start(outputs: Path, command: Command, but_not: set[int]) -> int | None:
    """Return the number of a task whose run has just started."""
    jobs = [planned.job for planned in command.planned()]
    events = command.events()
    ended = {event.job for event in events if event.outcome is not Outcome.STARTED}
    running = [jobs.index(event.job) for event in events if event.job not in ended]
    return next((index for index in running if index not in but_not), None)


def same_results(runs: Sequence[RunRecord], reference: Sequence[RunRecord]) -> None:
    """Check that each run is there once and that all of its numbers are equal to 1e-6."""
    assert [run.run_id for run in runs] == [run.run_id for run in reference]
    for run, other in zip(runs, reference, strict=True):
        assert run.metrics.keys() == other.metrics.keys()
        for name, value in other.metrics.items():
            assert run.metrics[name] == pytest.approx(value, abs=1e-6), (run.run_id, name)
        predictions, expected = (pd.read_parquet(each.path / "predictions.parquet") for each in (run, other))
        pd.testing.assert_frame_equal(predictions, expected, rtol=0, atol=1e-6)


def done(outputs: Path) -> list[RunRecord]:
    return [run for run in list_runs(outputs) if run.inspection.state is State.DONE]


def job_rows(outputs: Path) -> dict[str, str]:
    """Return the state of each job without a run, as `azeotrope status` tells it."""
    rows = json.loads(azeotrope(outputs, "status", "--json").stdout)
    return {row["job"]: row["state"] for row in rows if row["run_id"] is None}


@pytest.mark.data
def test_a_sweep_that_was_killed_requeued_and_refused_is_completed_by_a_retry(tmp_path: Path) -> None:
    serial, cluster = tmp_path / "serial", tmp_path / "cluster"
    assert train(serial, *AGGREGATION, "tracking=none").returncode == 1, "too few mixtures of unseen molecules"
    reference = done(serial)
    assert len(reference) == 30
    # The place of one run is taken, so its task raises.
    taken = cluster / "runs" / reference[-1].run_id
    taken.parent.mkdir(parents=True)
    taken.touch()

    sweep = start(cluster, *AGGREGATION, "hydra/launcher=slurm")
    command = wait_for(lambda: only_command(cluster), "the array")
    planned = [each.job for each in command.planned()]
    assert len(planned) == 60
    killed = wait_for(lambda: next_start(cluster, command, set()), "a run")
    process = wait_for(lambda: task_process(str(command.queue), killed), "its process")
    os.kill(process, signal.SIGKILL)
    requeued = wait_for(lambda: next_start(cluster, command, {killed}), "another run")
    wait_for(lambda: requeue(f"{command.queue}_{requeued}"), "Slurm to requeue it")
    printed, _ = sweep.communicate(timeout=PATIENCE_S)
    assert sweep.returncode == 1, printed

    impossible = {job for job in planned if "split=pure_to_mixture" in job}
    lost = job_rows(cluster)
    assert set(lost.values()) == {"failed"}
    [raised] = set(lost) - impossible
    assert len(done(cluster)) == 28
    assert planned[killed] not in lost, "it has a run, which was interrupted"

    taken.unlink()
    retry = azeotrope(cluster, "retry")
    assert retry.returncode == 1, retry.stderr
    assert set(job_rows(cluster)) == impossible
    same_results(done(cluster), reference)
    last = list_commands(cluster)[-1]
    assert {each.job for each in last.planned()} == impossible | {raised, planned[killed]}


def test_time_limits_and_requeues_change_no_number(tmp_path: Path) -> None:
    serial, cluster = tmp_path / "serial", tmp_path / "cluster"
    network = ("model=dmpnn", "split.folds=[0]", "max_train_rows=2000", "trainer.epochs=360", "tracking=none")
    assert train(serial, *network).returncode == 0
    # A task has a minute, of which Slurm's warning leaves 25 seconds.
    limits = ("hydra.launcher.timeout_min=1", "hydra.launcher.signal_delay_s=35", "hydra.launcher.mem_gb=2")
    sweep = start(cluster, "-m", *network, "hydra/launcher=slurm", *limits)
    command = wait_for(lambda: only_command(cluster), "the job")
    wait_for(lambda: next(iter(cluster.glob("runs/*/resume.ckpt")), None), "some progress")
    wait_for(lambda: requeue(str(command.queue)), "Slurm to requeue it")
    printed, _ = sweep.communicate(timeout=PATIENCE_S)
    assert sweep.returncode == 0, printed
    [run], [reference] = done(cluster), done(serial)
    assert run.status.attempt >= 3, "it was requeued by hand, and by the time limit"
    assert (run.path / "metrics.json").read_bytes() == (reference.path / "metrics.json").read_bytes()
