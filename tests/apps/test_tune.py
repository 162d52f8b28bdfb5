"""Whole searches: what a user types, what is left on disk, and what killed and second processes do."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("split=random", "model=rdkit_xgb", "predictor.early_stopping_rounds=5", "n_resamples=20")
TREES = ("space.predictor.n_estimators.choices=[20,40]", "predictor.threads=1")
NETWORK = ("model=dmpnn", "debug=fast", "split=random", "trainer.min_steps=20")
Process = subprocess.CompletedProcess[str]
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(mixtures_csv: Path, outputs: Path, tmp_path: Path) -> Start:
    """Start a program on the small data set from another working directory."""

    def begin(program: str, *overrides: str, **environment: str) -> "subprocess.Popen[str]":
        own = ["dataset=csv", f"dataset.path={mixtures_csv}"]
        own = [] if any(override.startswith(("dataset=", "across=")) for override in overrides) else own
        return subprocess.Popen(
            [sys.executable, str(ROOT / program), *own, "tracking=none", *overrides],
            cwd=tmp_path,
            env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


def finished(process: "subprocess.Popen[str]") -> Process:
    stdout, stderr = process.communicate(timeout=550)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def done(process: "subprocess.Popen[str]") -> Process:
    result = finished(process)
    assert result.returncode == 0, result.stderr
    return result


def best_of(outputs: Path) -> dict[str, Any]:
    [file] = (outputs / "searches").glob("*/best.json")
    content: dict[str, Any] = json.loads(file.read_text())
    return content


def kill_in_trial(process: "subprocess.Popen[str]", outputs: Path, number: int) -> None:
    """Kill without a chance to tidy up, once so many trials have begun."""
    deadline = time.monotonic() + 300
    while not list((outputs / "searches").glob(f"*/trials/{number}.lock")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_a_search_writes_what_train_takes_and_the_same_command_prints_it_again(start: Start, outputs: Path) -> None:
    command = ("tune.py", *SMALL, *TREES, "n_trials=4", "aggregator=weighted_sum")
    first = done(start(*command))
    assert "aggregator is given, and not searched" in first.stderr
    assert "python train.py tuned=csv_rdkit_xgb" in first.stdout
    best = best_of(outputs)
    runs = {run.run_id: run for run in list_runs(outputs)}
    assert {run.inspection.state for run in runs.values()} == {State.DONE, State.PAUSED}
    [chosen] = best["runs"]
    assert runs[chosen["run_id"]].metrics["validation_rmse"] == best["value"] <= best["default"]["value"]
    file = outputs / "tuned" / "csv_rdkit_xgb.yaml"
    assert file.read_text().startswith("# @package _global_\n# python tune.py dataset=csv")
    assert yaml.safe_load(file.read_text())["defaults"] == [{"override /model": "rdkit_xgb"}]
    used = done(start("train.py", "tuned=csv_rdkit_xgb", "split=random", "split.fold=0", "n_resamples=20"))
    assert "1 skipped" in used.stderr  # the run of the best trial is the run of this command
    again = done(start(*command))
    assert "trial 0:" not in again.stderr
    assert best_of(outputs) == best
    assert {run.run_id for run in list_runs(outputs)} == runs.keys()


def test_what_cannot_be_searched_is_named(start: Start, outputs: Path) -> None:
    for overrides, message in (
        (("model=rdkit_ridge",), "azeotrope, chemberta, dmpnn"),
        (("model=rdkit_xgb", "+space.predictor.gamma.choices=[1,2]"), "has no predictor.gamma"),
        (("model=rdkit_xgb", "grace=60"), "grace is 60"),
        (("model=rdkit_xgb", "name=a/b"), "'a_b'"),
        (("model=rdkit_xgb", "across=[dcn]", "dataset.name=b"), "across names the data sets"),
        (("model=rdkit_xgb", "across=[dcm]"), "did you mean 'dcn'"),
        (("model=rdkit_xgb", "workers=2"), "needs hydra/launcher"),
    ):
        result = finished(start("tune.py", *overrides))
        assert result.returncode == 1
        assert message in " ".join(result.stderr.split())
    assert not (outputs / "searches").exists()


@pytest.mark.slow
def test_a_search_all_of_whose_trials_are_refused_fails_with_the_reason(start: Start, outputs: Path) -> None:
    result = finished(start("tune.py", *SMALL, *TREES, "n_trials=2", "space.aggregator.choices=[attentive]"))
    assert result.returncode == 1
    assert "no trial is complete (20 refused)" in " ".join(result.stderr.split())
    assert "attentive" in result.stderr
    assert not (outputs / "tuned").exists()


@pytest.mark.slow
def test_two_workers_one_of_them_killed_complete_the_search(start: Start, outputs: Path) -> None:
    command = ("tune.py", *SMALL, *TREES, "n_trials=8")
    killed = start(*command)
    steady = start(*command)
    kill_in_trial(killed, outputs, 3)
    result = done(steady)
    best = best_of(outputs)
    runs = list_runs(outputs)
    assert len(runs) <= 9  # eight trials and the model as it is: what was killed was continued
    assert {run.inspection.state for run in runs} == {State.DONE, State.PAUSED}
    assert sum(int(word) for word in result.stdout.split("trials: ")[1].split("\n")[0].split() if word.isdigit()) == 8
    assert best["value"] <= best["default"]["value"]


@pytest.mark.slow
def test_a_killed_search_continues_and_ends_like_an_uninterrupted_one(
    start: Start, outputs: Path, tmp_path: Path
) -> None:
    command = ("tune.py", *SMALL, *TREES, "n_trials=5")
    kill_in_trial(start(*command), outputs, 2)
    done(start(*command))
    calm = tmp_path / "calm"
    done(start(*command, AZEOTROPE_OUTPUTS=str(calm)))
    assert best_of(outputs) == best_of(calm)
    states = [{run.run_id: run.inspection.state for run in list_runs(folder)} for folder in (outputs, calm)]
    assert states[0] == states[1]


@pytest.mark.slow
def test_networks_that_lose_stay_paused_with_their_progress(start: Start, outputs: Path) -> None:
    done(start("tune.py", *NETWORK, "n_trials=4", "space.interaction.choices=[none]"))
    best = best_of(outputs)
    assert best["value"] <= best["default"]["value"]
    paused = [run for run in list_runs(outputs) if run.inspection.state is State.PAUSED]
    assert all((run.path / "resume.ckpt").is_file() for run in paused)
    assert all(run.status.share is not None and run.status.share < 1 for run in paused)


@pytest.mark.slow
def test_parts_that_do_not_fit_each_other_are_replaced_by_another_draw(start: Start, outputs: Path) -> None:
    own = ("decomposition=excess", "name=excess", "n_trials=2", "space.aggregator.choices=[weighted_sum,concat]")
    result = done(start("tune.py", *NETWORK, *own))
    assert "refused: " in result.stderr
    assert "concat" in result.stderr
    assert any(counts in result.stdout for counts in ("trials: 2 complete", "trials: 1 complete, 1 pruned"))
    assert "override /decomposition: excess" in (outputs / "tuned" / "excess.yaml").read_text()


@pytest.mark.slow
@pytest.mark.data
def test_fifty_trials_on_dcn_with_two_workers_one_of_them_killed(start: Start, outputs: Path) -> None:
    command = ("tune.py", "model=rdkit_xgb", "dataset=dcn")
    killed = start(*command)
    steady = start(*command)
    kill_in_trial(killed, outputs, 14)
    result = done(steady)
    best = best_of(outputs)
    counts = dict(reversed(part.split()) for part in result.stdout.split("trials: ")[1].splitlines()[0].split(", "))
    assert sum(map(int, counts.values())) == 50
    assert int(counts["pruned"]) > 25
    assert best["value"] <= best["default"]["value"]
