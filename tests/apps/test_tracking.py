"""A sweep as the MLflow UI shows it: asked over its REST API."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from azeotrope.runs.index import list_runs

Train = Callable[..., "subprocess.CompletedProcess[str]"]
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
    children = [run for run in runs if "azeotrope.run_id" in tags_of(run)]
    parents = [run for run in runs if run not in children]
    assert len(children) == 2
    assert len(parents) == 2
    folders = {run.run_id: run for run in list_runs(outputs)}
    for child in children:
        tags = tags_of(child)
        assert tags["mlflow.parentRunId"] in {parent["info"]["run_id"] for parent in parents}
        assert tags["azeotrope.skipped_by"]
        shown = {metric["key"]: metric["value"] for metric in child["data"]["metrics"]}
        stored = folders[tags["azeotrope.run_id"]].metrics
        for name in HEADLINE:
            assert shown[name] == pytest.approx(stored[name]), name
        artifacts = server.ask(f"artifacts/list?run_id={child['info']['run_id']}")["files"]
        names = {artifact["path"] for artifact in artifacts}
        assert {"config.yaml", "predictions.parquet", "split.npz", "leakage.json", "mixing_curve.png"} <= names
