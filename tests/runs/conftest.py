"""Runs made by hand: tiny results in a real run folder, and other processes that work on them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import azeotrope
from azeotrope.models.checkpoint import Checkpoint, Domain
from azeotrope.runs.fold_results import FoldResults
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.splits.split import Split

CONFIG: dict[str, Any] = {"labels": {"featurizer": "dmpnn"}, "model": {"depth": 4, "rate": 1e-3}}


def make_identity(fold: int = 0, **changes: Any) -> RunIdentity:
    """Identity of a run, one per fold."""
    labels = RunLabels("mon", "mixture", "dmpnn")
    return replace(RunIdentity(labels, fold, "config", "data", f"split {fold}", "code"), **changes)


def make_results(**changes: Any) -> FoldResults:
    """Results of a run with one undefined metric."""
    results = FoldResults(
        metrics={"rmse": 0.5, "excess_rmse": 0.25, "kendall_tau": None},
        reasons={"kendall_tau": "no component set has three compositions"},
        predictions=pd.DataFrame({"row": ["mix.csv:0"], "truth": [1.0], "prediction": [1.5]}),
        split=Split(np.arange(3), np.array([3]), np.array([4, 5])),
        leakage={"shared_molecules": 0},
        versions={"python": "3.11"},
        checkpoint=Checkpoint(
            {}, {}, "octane", "-", "linear", Domain(("InChI=1S/CH4/h1H4",), None, has_solute=False), "keep"
        ),
        curves={"curves": []},
        mixing_curve=b"\x89PNG",
    )
    return replace(results, **changes)


def make_done(
    outputs: Path, fold: int = 0, config: dict[str, Any] = CONFIG, command_id: str | None = None
) -> RunFolder:
    """Folder of a run that is done."""
    folder = RunFolder.open(outputs, make_identity(fold), config)
    with folder.lock.held():
        folder.start(command_id)
        folder.finish(make_results())
    return folder


def make_failed(outputs: Path, fold: int = 0, command_id: str | None = None) -> RunFolder:
    """Folder of a run that failed."""
    folder = RunFolder.open(outputs, make_identity(fold), CONFIG)
    with folder.lock.held():
        folder.start(command_id)
        folder.fail("Traceback (most recent call last):\n  File 'x.py'\nValueError: no such solvent\n")
    return folder


@pytest.fixture(name="identity")
def fixture_identity() -> Callable[..., RunIdentity]:
    return make_identity


@pytest.fixture(name="results")
def fixture_results() -> Callable[..., FoldResults]:
    return make_results


@pytest.fixture(name="done", scope="session")
def fixture_done() -> Callable[..., RunFolder]:
    return make_done


@pytest.fixture(name="failed", scope="session")
def fixture_failed() -> Callable[..., RunFolder]:
    return make_failed


@pytest.fixture(name="spawn")
def fixture_spawn() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start Python on a script with arguments; what runs for five minutes or until the end of the test is killed."""
    started: list[subprocess.Popen[str]] = []

    def spawn(script: str, *arguments: object) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(Path(azeotrope.__file__).parents[1])}
        process = subprocess.Popen(
            [sys.executable, "-c", f"import signal; signal.alarm(300)\n{script}", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        started.append(process)
        return process

    yield spawn
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(name="small_disk")
def fixture_small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB; needs the right to mount one."""
    disk = tmp_path / "small disk"
    disk.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mount.returncode:
        pytest.skip(f"no right to mount a small file system: {mount.stderr.decode().strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)
