"""A sweep as the MLflow UI shows it: asked over its REST API."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from azeotrope.runs.index import list_runs

Train = Callable[..., "subprocess.CompletedProcess[str]"]
HEADLINE = ("delta_mae", "excess_rmse", "kendall_tau", "rsa")


class Ui:
    """A running `mlflow ui` on loopback."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path: str, **body: object) -> dict[str, Any]:
        """Return the answer of the REST API."""
        request = urllib.request.Request(
            f"{self.address}/api/2.0/mlflow/{path}",
            json.dumps(body).encode() if body else None,
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return dict(json.load(answer))

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs of the experiment."""
        experiment = self.ask("experiments/get-by-name?experiment_name=azeotrope")["experiment"]["experiment_id"]
        return list(self.ask("runs/search", experiment_ids=[experiment], max_results=100).get("runs", []))


@pytest.fixture
def ui(outputs: Path) -> Iterator[Callable[[], Ui]]:
    """Start the UI on the sweep's database, as the README says."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> Ui:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        uri = f"sqlite:///{outputs / 'mlflow.db'}"
        command = [
            sys.executable,
            "-m",
            "mlflow",
            "ui",
            "--backend-store-uri",
            uri,
            "--port",
            str(port),
            "--workers",
            "1",
        ]
        with (outputs / "ui.log").open("wb") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log, env=os.environ, start_new_session=True))
        ui = Ui(port)
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{ui.address}/health", timeout=5).close()
            except OSError:
                time.sleep(0.5)
            else:
                return ui
        raise AssertionError((outputs / "ui.log").read_text())

    yield start
    for process in started:
        os.killpg(process.pid, 15)
        process.wait(timeout=30)


def tags_of(run: dict[str, Any]) -> dict[str, str]:
    return {tag["key"]: tag["value"] for tag in run["data"].get("tags", [])}


@pytest.mark.slow
def test_the_ui_shows_the_sweep_with_its_headline_metrics(train: Train, outputs: Path, ui: Callable[[], Ui]) -> None:
    sweep = ("-m", "model=rdkit_xgb", "predictor.n_estimators=30", "split=mixture", "split.folds=[0,1]")
    assert train(*sweep, tracking="mlflow").returncode == 0
    again = train(*sweep, tracking="mlflow")
    assert "2 skipped" in again.stderr
    server = ui()
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
