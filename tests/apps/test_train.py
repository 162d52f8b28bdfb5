"""Whole commands: what a user types, what is left on disk, and what a second try does."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest
from hydra import compose, initialize_config_dir
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.train import job
from azeotrope.models.ideal import IdealModel
from azeotrope.runs.command import COMMAND_VARIABLE
from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State

ROOT = Path(__file__).resolve().parents[2]
Train = Callable[..., "subprocess.CompletedProcess[str]"]
ARTIFACTS = (
    "config.yaml",
    "metrics.json",
    "reasons.json",
    "predictions.parquet",
    "status.json",
    "split.npz",
    "leakage.json",
    "curves.json",
)
SMALL_NETWORK = ("model=dmpnn", "featurizer.hidden_width=16", "predictor.hidden_width=16")


def metrics_of(outputs: Path) -> dict[str, dict[str, float | None]]:
    return {run.run_id: run.metrics for run in list_runs(outputs)}


def test_a_run_leaves_every_promised_file_and_a_second_try_skips_it(train: Train, outputs: Path) -> None:
    first = train("model=ideal", "split=random", "split.fold=0")
    assert first.returncode == 0, first.stderr
    assert "excess RMSE" in first.stdout
    [run] = list_runs(outputs)
    assert run.inspection.state is State.DONE
    assert all((run.path / name).is_file() for name in ARTIFACTS)
    assert run.metrics["excess_ratio"] == pytest.approx(1.0)
    assert run.metrics["rsa"] is None
    assert run.reasons["rsa"]
    frame = pd.read_parquet(run.path / "predictions.parquet")
    assert {"row_id", "part", "truth", "prediction", "ideal", "unit", "smiles", "mole_fraction"} <= set(frame.columns)
    assert frame["mole_fraction"].map(sum).to_numpy() == pytest.approx(1.0)
    assert "noise_floor" in run.reasons
    before = run.metrics, (run.path / "metrics.json").stat().st_mtime_ns
    again = train("model=ideal", "split=random", "split.fold=0")
    assert again.returncode == 0, again.stderr
    assert "1 skipped" in again.stderr
    [run] = list_runs(outputs)
    assert (run.metrics, (run.path / "metrics.json").stat().st_mtime_ns) == before


def test_a_mistake_in_the_configuration_is_told_once(train: Train) -> None:
    result = train("n_resamples=0")
    assert result.returncode == 1
    assert " ".join(result.stderr.split()).count("n_resamples is 0") == 1
    assert result.stderr.endswith("Runs: 0 done, 1 failed\n")
    sweep = train("-m", "n_resamples=0", "seed=0,1")
    assert " ".join(sweep.stderr.split()).count("n_resamples is 0") == 4  # a terminal breaks lines


@pytest.mark.slow
def test_folds_in_one_process_and_folds_as_jobs_are_the_same_runs(train: Train, outputs: Path) -> None:
    together = train("model=ideal", "split=mixture", "split.folds=[0,1]")
    assert together.returncode == 0, together.stderr
    ids = {run.run_id for run in list_runs(outputs)}
    apart = train("-m", "model=ideal", "split=mixture", "split.fold=0,1")
    assert apart.returncode == 0, apart.stderr
    assert "2 skipped" in apart.stderr
    assert {run.run_id for run in list_runs(outputs)} == ids
    assert len(ids) == 2


def test_launcher_paths_and_tracking_are_not_part_of_a_run(train: Train, outputs: Path, tmp_path: Path) -> None:
    assert train("model=ideal", "split=random", "split.fold=0").returncode == 0
    elsewhere = tmp_path / "elsewhere"
    moved = train("model=ideal", "split=random", "split.fold=0", f"paths.outputs={elsewhere}", "tracking.experiment=b")
    assert moved.returncode == 0, moved.stderr
    assert {run.run_id for run in list_runs(outputs)} == {run.run_id for run in list_runs(elsewhere)}


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["modle=ideal"], "did you mean 'model'"),
        (["+seeed=1"], "did you mean 'seed'"),
        (["split=mixtur"], "did you mean 'mixture'"),
        (["n_resamples=0"], "n_resamples is 0"),
        (["max_train_rows=true"], "max_train_rows is True"),
        (["split.folds=[0,true]"], "a fold is True"),
        (["seed=1.5"], "seed is 1.5"),
    ],
)
def test_a_typo_stops_before_any_work(train: Train, outputs: Path, overrides: list[str], message: str) -> None:
    result = train(*overrides)
    assert result.returncode != 0
    assert message in result.stderr
    assert not (outputs / "runs").exists()


def test_a_sweep_without_multirun_is_refused_with_the_command(train: Train, outputs: Path) -> None:
    result = train("experiments=builtin")
    assert result.returncode == 1
    assert "python train.py -m" in result.stderr
    assert "experiments=builtin" in result.stderr
    assert not (outputs / "runs").exists()


def test_a_failed_job_is_listed_and_the_others_run(train: Train, outputs: Path) -> None:
    result = train("-m", "model=ideal", "split=mixture_temperature,random", "split.folds=[0]")
    assert result.returncode == 1
    assert "1 failed" in result.stderr
    assert "temperature" in result.stderr
    assert [run.inspection.state for run in list_runs(outputs)] == [State.DONE]


@pytest.mark.slow
def test_a_job_of_a_sweep_and_the_same_config_alone_agree_byte_for_byte(train: Train, tmp_path: Path) -> None:
    network = (*SMALL_NETWORK, "trainer.epochs=2", "split=random", "split.folds=[1]")
    swept, alone = tmp_path / "swept", tmp_path / "alone"
    result = train("-m", *network, "seed=3,0", f"paths.outputs={swept}")
    assert result.returncode == 0, result.stderr
    assert train(*network, "seed=0", f"paths.outputs={alone}").returncode == 0
    [run] = list_runs(alone)
    assert len(list_runs(swept)) == 2
    for name in ("metrics.json", "predictions.parquet"):
        assert (swept / "runs" / run.run_id / name).read_bytes() == (run.path / name).read_bytes()


def test_outputs_that_are_a_file_are_named_at_once(train: Train, outputs: Path) -> None:
    outputs.write_text("")
    result = train("model=ideal")
    assert result.returncode == 2
    assert "is not a folder" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.slow
def test_a_killed_run_continues_and_ends_like_an_uninterrupted_one(
    train: Train, mixtures_csv: Path, tmp_path: Path
) -> None:
    network = (*SMALL_NETWORK, "trainer.epochs=40", "split=random", "split.folds=[0]")
    calm, killed = tmp_path / "calm", tmp_path / "killed"
    assert train(*network, f"paths.outputs={calm}").returncode == 0
    _kill_when_resumable(_start(mixtures_csv, killed, *network), killed)
    assert [run.inspection.state for run in list_runs(killed)] == [State.INTERRUPTED]
    again = train(*network, f"paths.outputs={killed}")
    assert again.returncode == 0, again.stderr
    [run], [reference] = list_runs(killed), list_runs(calm)
    assert run.run_id == reference.run_id
    for name, value in reference.metrics.items():
        assert run.metrics[name] == pytest.approx(value, abs=1e-6), name


@pytest.mark.slow
def test_two_identical_sweeps_at_once_end_well_and_double_nothing(mixtures_csv: Path, tmp_path: Path) -> None:
    sweep = ("-m", "model=ideal,rdkit_xgb", "split=random", "split.folds=[0,1]")
    both = [_start(mixtures_csv, tmp_path / "both", *sweep) for _ in range(2)]
    for process in both:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
    runs = list_runs(tmp_path / "both")
    assert len(runs) == 4
    assert all(run.inspection.state is State.DONE and run.status.attempt == 1 for run in runs)


@pytest.fixture
def composed(mixtures_csv: Path, outputs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DictConfig]:
    """The configuration of a job on two folds of the ideal model, as Hydra hands it over."""
    monkeypatch.delenv(COMMAND_VARIABLE, raising=False)
    own = ["dataset=csv", f"dataset.path={mixtures_csv}", "model=ideal", "tracking=none", "split.folds=[0,1]"]
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        config = compose("config", [*own, f"paths.outputs='{outputs}'"], return_hydra_config=True)
    monkeypatch.setattr(HydraConfig.instance(), "cfg", config)
    yield config
    os.environ.pop(COMMAND_VARIABLE, None)


def test_a_job_returns_its_validation_rmse_for_sweepers(composed: DictConfig, outputs: Path) -> None:
    value = job(composed)
    scores = [run.metrics["validation_rmse"] for run in list_runs(outputs)]
    assert len(scores) == 2
    assert value == pytest.approx(sum(score for score in scores if score is not None) / 2)


def test_ctrl_c_leaves_a_run_that_continues(
    composed: DictConfig, outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(IdealModel, "fit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        job(composed)
    assert [run.inspection.state for run in list_runs(outputs)] == [State.INTERRUPTED]


def test_help_answers_quickly() -> None:
    started = time.monotonic()
    result = subprocess.run(
        [sys.executable, str(ROOT / "train.py"), "--help"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0
    assert "model" in result.stdout
    assert time.monotonic() - started < 10


def _start(file: Path, outputs: Path, *overrides: str) -> "subprocess.Popen[str]":
    arguments = [sys.executable, str(ROOT / "train.py"), "dataset=csv", f"dataset.path={file}", "tracking=none"]
    environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
    return subprocess.Popen(
        [*arguments, *overrides],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _kill_when_resumable(process: "subprocess.Popen[str]", outputs: Path) -> None:
    deadline = time.monotonic() + 120
    while not list(outputs.glob("runs/*/resume.ckpt")):
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    states = [json.loads(file.read_text())["state"] for file in outputs.glob("runs/*/status.json")]
    assert states == ["running"]
