"""Sweeps in processes of their own: all of them end, none is lost, and the numbers are those of one process."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.runs.command import list_commands
from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
Train = Callable[..., "subprocess.CompletedProcess[str]"]
NETWORK = ("model=dmpnn", "featurizer.hidden_width=16", "predictor.hidden_width=16", "split=random", "split.fold=0")
PATIENCE_S = 300


def start(file: Path, outputs: Path, *overrides: str) -> "subprocess.Popen[str]":
    arguments = [sys.executable, str(ROOT / "train.py"), "dataset=csv", f"dataset.path={file}", "tracking=none"]
    environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
    return subprocess.Popen(
        [*arguments, *overrides], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def wait_until(is_so: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline, f"still waiting for {what}"
        time.sleep(0.02)


def states(outputs: Path) -> list[State]:
    return [run.inspection.state for run in list_runs(outputs)]


def test_eight_jobs_at_once_on_fresh_outputs_are_eight_runs(train: Train, outputs: Path) -> None:
    sweep = ("-m", "model=ideal,rdkit_ridge", "split=random,mixture", "split.folds=[0,1]")
    result = train(*sweep, "hydra/launcher=local", "hydra.launcher.n_parallel=8", tracking="mlflow", timeout=600)
    assert result.returncode == 0, result.stderr
    assert "lacks what" not in result.stderr
    assert states(outputs) == [State.DONE] * 8
    [command] = list_commands(outputs)
    assert len(list(command.path.glob("jobs/*_submitted.pkl"))) == 8
    with sqlite3.connect(outputs / "mlflow.db") as database:
        kinds = database.execute(
            "select value, count(*) from tags where key = 'kind' and run_uuid in "
            "(select run_uuid from tags where key = 'azeotrope.mirrored') group by value"
        )
        assert dict(kinds.fetchall()) == {"experiment": 4, "fold": 8}


def test_launchers_change_no_number(train: Train, tmp_path: Path) -> None:
    sweep = ("-m", "model=rdkit_ridge", "split=random", "split.folds=[0,1]")
    serial, local = tmp_path / "serial", tmp_path / "local"
    assert train(*sweep, f"paths.outputs={serial}").returncode == 0
    assert train(*sweep, f"paths.outputs={local}", "hydra/launcher=local").returncode == 0
    assert len(list_runs(serial)) == 2
    for run, other in zip(list_runs(serial), list_runs(local), strict=True):
        assert run.run_id == other.run_id
        for name in ("metrics.json", "predictions.parquet"):
            assert (run.path / name).read_bytes() == (other.path / name).read_bytes()


def test_a_job_that_is_killed_is_told_and_tried_again(azeotrope: Train, mixtures_csv: Path, outputs: Path) -> None:
    sweep = start(mixtures_csv, outputs, "-m", *NETWORK, "trainer.epochs=200", "seed=0,1", "hydra/launcher=local")
    wait_until(lambda: len(list(outputs.glob("runs/*/resume.ckpt"))) == 2, "both networks")
    victim = next(iter(process_ids(outputs)))
    os.kill(victim, signal.SIGKILL)
    printed, _ = sweep.communicate(timeout=PATIENCE_S)
    assert sweep.returncode == 1
    assert "1 done, 1 failed" in printed
    assert "its process ended before the run did" in printed
    assert sorted(states(outputs)) == [State.DONE, State.INTERRUPTED]
    told = azeotrope("status").stdout
    assert "2 planned, 1 done, 1 interrupted; azeotrope retry" in " ".join(told.split())
    retry = azeotrope("retry")
    assert retry.returncode == 0
    assert retry.stdout.count("dmpnn") == azeotrope("table").stdout.count("dmpnn"), "the table is complete"
    assert "2 planned, 2 done" in azeotrope("status").stdout
    assert states(outputs) == [State.DONE] * 2
    assert "nothing to do" in azeotrope("retry").stderr
    [interrupted] = [run for run in list_runs(outputs) if run.status.attempt == 2]
    assert len(list_commands(outputs)[1].planned()) == 1, f"only {interrupted.run_id} started again"


def test_jobs_that_never_started_are_missed(azeotrope: Train, mixtures_csv: Path, outputs: Path) -> None:
    sweep = start(
        mixtures_csv, outputs, "-m", *NETWORK, "trainer.epochs=4000", "seed=0,1", "hydra/launcher=local",
        "hydra.launcher.n_parallel=1",
    )  # fmt: skip
    wait_until(lambda: process_ids(outputs), "a job")
    wait_until(lambda: list(outputs.glob("runs/*/resume.ckpt")), "its network")
    rows = json.loads(azeotrope("status", "--json").stdout)
    assert [(row["state"], row["note"]) for row in rows] == [("running", ""), ("missing", "not started yet")]
    assert "still runs" in azeotrope("retry").stderr
    sweep.kill()
    for process in process_ids(outputs):
        os.kill(process, signal.SIGKILL)
    sweep.communicate(timeout=PATIENCE_S)
    rows = json.loads(azeotrope("status", "--json").stdout)
    assert [(row["state"], row["note"]) for row in rows][1] == ("missing", "never started")
    assert rows[0]["state"] == "interrupted"


def test_a_sweep_that_is_told_to_terminate_tells_its_jobs(azeotrope: Train, mixtures_csv: Path, outputs: Path) -> None:
    sweep = start(mixtures_csv, outputs, "-m", *NETWORK, "trainer.epochs=4000", "seed=0,1,2", "hydra/launcher=local")
    wait_until(lambda: len(list(outputs.glob("runs/*/resume.ckpt"))) == 2, "both networks")
    sweep.terminate()
    printed, _ = sweep.communicate(timeout=PATIENCE_S)
    assert sweep.returncode == 143
    assert "2 jobs are told to save and end, 1 never start" in printed
    assert process_ids(outputs) == []
    told = " ".join(azeotrope("status").stdout.split())
    assert "3 planned, 1 missing, 2 interrupted; azeotrope retry starts what is not done" in told


def test_a_process_that_is_told_to_terminate_saves_and_continues(
    train: Train, mixtures_csv: Path, tmp_path: Path
) -> None:
    calm, told = tmp_path / "calm", tmp_path / "told"
    network = (*NETWORK, "trainer.epochs=60")
    assert train(*network, f"paths.outputs={calm}").returncode == 0
    process = start(mixtures_csv, told, *network)
    wait_until(lambda: list(told.glob("runs/*/resume.ckpt")), "some progress")
    saved = next(told.glob("runs/*/resume.ckpt")).stat().st_mtime_ns
    process.terminate()
    printed, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 143, printed
    assert states(told) == [State.INTERRUPTED]
    assert next(told.glob("runs/*/resume.ckpt")).stat().st_mtime_ns > saved, "it saved at once"
    assert train(*network, f"paths.outputs={told}").returncode == 0
    [run], [reference] = list_runs(told), list_runs(calm)
    assert run.status.attempt == 2
    assert (run.path / "metrics.json").read_bytes() == (reference.path / "metrics.json").read_bytes()


def process_ids(outputs: Path) -> list[int]:
    """Return the processes that submitit started for jobs of the sweep, found by their command lines."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if "submitit.core._submit" in words and any(word.startswith(str(outputs)) for word in words):
            found.append(int(folder.name))
    return found
