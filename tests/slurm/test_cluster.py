"""The cluster itself: what the tests on it rely on."""

import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.slurm, pytest.mark.usefixtures("slurm")]

PATIENCE_S = 60.0


def ask(*command: str) -> str:
    """Return what a command of Slurm prints."""
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout.strip()


def submit(folder: Path, script: str, *options: str) -> str:
    """Return the id of a batch job that runs a shell script in a folder."""
    output = ("--output", str(folder / "%x-%a.txt"))
    return ask("sbatch", "--parsable", "--chdir", str(folder), *output, *options, "--wrap", script)


def states(job: str) -> list[str]:
    """Return the state that accounting has of each task of a job."""
    listed = ask("sacct", "--jobs", job, "--allocations", "--noheader", "--parsable2", "--format", "State")
    return listed.splitlines()


def wait_until(is_so: Callable[[], bool], what: str) -> float:
    """Return the seconds that it took."""
    started = time.monotonic()
    while not is_so():
        assert time.monotonic() - started < PATIENCE_S, f"still waiting until {what}"
        time.sleep(0.2)
    return time.monotonic() - started


def test_accounting_knows_how_a_job_ended(tmp_path: Path) -> None:
    well = submit(tmp_path, "hostname > host.txt")
    badly = submit(tmp_path, "exit 3")
    wait_until(lambda: states(well) == ["COMPLETED"], "the good job is completed")
    wait_until(lambda: states(badly) == ["FAILED"], "the bad job has failed")
    assert (tmp_path / "host.txt").read_text() == ask("hostname", "--short") + "\n"
    exit_code = ask("sacct", "--jobs", badly, "--allocations", "--noheader", "--parsable2", "--format", "ExitCode")
    assert exit_code == "3:0"


def test_every_task_of_an_array_runs(tmp_path: Path) -> None:
    job = submit(tmp_path, "touch task-$SLURM_ARRAY_TASK_ID", "--array", "0-2")
    wait_until(lambda: states(job) == ["COMPLETED"] * 3, "all three tasks are completed")
    assert {path.name for path in tmp_path.glob("task-*")} == {"task-0", "task-1", "task-2"}


def test_a_requeued_job_starts_again_at_once(tmp_path: Path) -> None:
    job = submit(tmp_path, 'touch "start-${SLURM_RESTART_COUNT:-0}"; test "$SLURM_RESTART_COUNT" = 1 || sleep 300')
    wait_until((tmp_path / "start-0").exists, "the job runs")
    ask("scontrol", "requeue", job)
    waited_s = wait_until((tmp_path / "start-1").exists, "the job runs again")
    wait_until(lambda: states(job) == ["COMPLETED"], "the job is completed")
    assert waited_s < 30


def test_a_job_that_is_cancelled_is_known_to_be(tmp_path: Path) -> None:
    job = submit(tmp_path, "sleep 300")
    ask("scancel", job)
    wait_until(lambda: any(state.startswith("CANCELLED") for state in states(job)), "the job is cancelled")


def test_submitit_gets_the_result_of_a_function(tmp_path: Path) -> None:
    from submitit import SlurmExecutor

    executor = SlurmExecutor(tmp_path / "submitit")
    executor.update_parameters(time=5, cpus_per_task=1)
    job = executor.submit(shlex.split, "a 'b c'")
    assert job.result() == ["a", "b c"]
    wait_until(lambda: states(job.job_id) == ["COMPLETED"], "accounting has the end of the job")
