"""A sweep as the MLflow UI shows it: asked over its REST API."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from azeotrope.runs.index import list_runs

Train = Callable[..., "subprocess.CompletedProcess[str]"]
KINDS = ("command", "experiment", "fold")
HEADLINE = ("delta_mae", "excess_rmse", "kendall_tau", "rsa")


def tags_of(run: dict[str, Any]) -> dict[str, str]:
    return {tag["key"]: tag["value"] for tag in run["data"].get("tags", [])}


@pytest.mark.slow
def test_the_ui_shows_the_sweep_with_its_headline_metrics(
    train: Train, outputs: Path, serve: Callable[..., Any]
) -> None:
    sweep = ("-m", "model=rdkit_xgb", "predictor.n_estimators=30", "split=mixture", "split.folds=[0,1]")
    assert train(*sweep, tracking="mlflow").returncode == 0
    again = train(*sweep, tracking="mlflow")
    assert "2 skipped" in again.stderr
    server = serve(outputs / "mlflow.db")
    runs = server.runs()
    of_kind = {kind: [run for run in runs if tags_of(run)["kind"] == kind] for kind in KINDS}
    assert [len(of_kind[kind]) for kind in KINDS] == [2, 1, 2]
    (experiment,), children = of_kind["experiment"], of_kind["fold"]
    assert tags_of(experiment)["mlflow.parentRunId"] in {run["info"]["run_id"] for run in of_kind["command"]}
    assert {run["info"]["run_name"] for run in children} == {
        f"rdkit_xgb · mixture · fold {fold} · csv" for fold in (0, 1)
    }
    folders = {run.run_id: run for run in list_runs(outputs)}
    for child in children:
        tags = tags_of(child)
        assert tags["mlflow.parentRunId"] == experiment["info"]["run_id"]
        assert tags["azeotrope.skipped_by"]
        shown = {metric["key"]: metric["value"] for metric in child["data"]["metrics"]}
        stored = folders[tags["azeotrope.run_id"]].metrics
        assert (tags["dataset"], tags["split"], tags["model"]) == ("csv", "mixture", "rdkit_xgb")
        for name in HEADLINE:
            assert shown[name] == pytest.approx(stored[name]), name
        artifacts = server.ask(f"artifacts/list?run_id={child['info']['run_id']}")["files"]
        names = {artifact["path"] for artifact in artifacts}
        assert {
            "config.yaml",
            "predictions.parquet",
            "split.npz",
            "leakage.json",
            "curves.json",
            "mixing_curve.png",
        } <= names
    means = {metric["key"]: metric["value"] for metric in experiment["data"]["metrics"]}
    for name in HEADLINE:
        values = [run.metrics[name] for run in folders.values()]
        assert means[name] == pytest.approx(fmean(values)), name
        assert means[f"sd/{name}"] == pytest.approx(stdev(values)), name
