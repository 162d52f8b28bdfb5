"""Whole audits: what a user types, what is left on disk, and what a second try does."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from azeotrope.apps.cli import app
from azeotrope.runs.index import list_runs
from azeotrope.runs.layout import AUDIT_RESULTS
from azeotrope.runs.status import State

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
FAST = ("claim.n_resamples=50", "claim.n_permutations=50", "claim.n_splits=20")


def test_an_audit_leaves_every_promised_file_and_a_second_try_skips_it(audit: Run, outputs: Path) -> None:
    first = audit("claim=geometry", "representation=morgan", *FAST)
    assert first.returncode == 0, first.stderr
    assert "split_half_rsa" in first.stdout
    [run] = list_runs(outputs)
    assert run.inspection.state is State.DONE
    assert run.identity.is_audit
    assert all((run.path / name).is_file() for name in (*AUDIT_RESULTS, "config.yaml", "status.json"))
    findings = pd.read_csv(run.path / "findings.csv").set_index("name")
    assert findings.loc["rsa", "estimate"] == pytest.approx(run.metrics["rsa"])
    assert findings.loc["rsa", ["n_units", "n_resamples", "seed"]].tolist() == [24, 50, 0]
    assert run.metrics["rsa_low"] < run.metrics["rsa"] < run.metrics["rsa_high"]
    identities = pd.read_csv(run.path / "identities.csv")
    assert identities["status"].eq("used").all()
    assert identities["inchikey"].is_unique
    with np.load(run.path / "arrays.npz") as arrays:
        assert arrays["rsa_null"].shape == (50,)
    assert json.loads((run.path / "evidence.json").read_text()).keys() == {"notes", "documents"}
    again = audit("claim=geometry", "representation=morgan", *FAST)
    assert "1 skipped" in again.stderr
    assert len(list_runs(outputs)) == 1


def test_a_sweep_compares_representations_and_equals_each_alone(audit: Run, outputs: Path) -> None:
    sweep = audit("-m", "representation=morgan,rdkit_2d,rdkit_2d+morgan", *FAST)
    assert sweep.returncode == 0, sweep.stderr
    runs = list_runs(outputs)
    assert {run.config["labels"]["representation"] for run in runs} == {"morgan", "rdkit_2d", "rdkit_2d+morgan"}
    alone = audit("representation=rdkit_2d+morgan", *FAST)
    assert "1 skipped" in alone.stderr


def test_options_that_were_changed_are_named(audit: Run, outputs: Path) -> None:
    done = audit("representation=morgan", "representation.featurizer.n_bits=512", *FAST)
    assert done.returncode == 0, done.stderr
    [run] = list_runs(outputs)
    assert run.config["labels"]["representation"] == "morgan (featurizer.n_bits=512)"
    assert "512bits" in run.config["representation"]
    assert run.config["labels"]["claim"] == "geometry (n_permutations=50, n_resamples=50, n_splits=20)"


def test_increment_shows_the_constant_mean(audit: Run, outputs: Path) -> None:
    done = audit(
        "claim=increment", "representation=rdkit_2d", "baseline=morgan", "claim.n_repeats=1", "~claim.regressors.forest"
    )
    assert done.returncode == 0, done.stderr
    [run] = list_runs(outputs)
    assert {"strength_ridge_delta_mae", "charm_ridge_mae_constant"} <= run.metrics.keys()
    assert run.config["labels"]["baseline"] == "morgan"


def test_replication_needs_no_representation(audit: Run, outputs: Path, ratings_csv: Path) -> None:
    second = (f"second.path={ratings_csv}", "second.attributes=[strength,charm]", "second.name=again")
    done = audit("claim=replication", "second=ratings_csv", *second, *FAST)
    assert done.returncode == 0, done.stderr
    [run] = list_runs(outputs)
    assert run.metrics["rsa"] == pytest.approx(1.0)
    assert (run.config["labels"]["representation"], run.config["labels"]["second"]) == ("none", "again")


def test_the_pure_compounds_of_any_property_are_a_subject(audit: Run, outputs: Path, mixtures_csv: Path) -> None:
    done = audit("dataset=csv", f"dataset.path={mixtures_csv}", "dataset.quantity=hardness", *FAST)
    assert done.returncode == 0, done.stderr
    [run] = list_runs(outputs)
    assert run.config["dataset"]["attributes"] == {"hardness": "?"}
    assert run.config["dataset"]["units"] == 11


@pytest.mark.slow
def test_a_trained_run_is_a_representation(audit: Run, train: Run, outputs: Path, tmp_path: Path) -> None:
    trained = train("model=dmpnn", "split=random", "split.fold=0", "debug=fast", "featurizer.hidden_width=16")
    assert trained.returncode == 0, trained.stderr
    [model] = list_runs(outputs)
    done = audit(f"representation=run:{model.run_id}", *FAST)
    assert done.returncode == 0, done.stderr
    [run] = [each for each in list_runs(outputs) if each.identity.is_audit]
    assert run.config["labels"]["representation"] == f"run:{model.run_id}"
    assert run.metrics["rsa"] is not None
    moved = model.path.rename(tmp_path / "moved")
    by_path = audit(f"representation=run:{moved}", *FAST)
    assert "1 skipped" in by_path.stderr
    of_an_audit = audit(f"representation=run:{run.run_id}", *FAST)
    assert "is an audit, which has no model" in of_an_audit.stderr


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["representation=morgann"], "'morgan'"),
        (["representation=rdkit_2d+morgann"], "'morgan'"),
        (["claim=geometri"], "'geometry'"),
        (["claim.n_resample=5"], "'claim.n_resamples'"),
        (["model=dmpnn"], "unknown key 'model'"),
        (["representation=morgan+morgan"], "names 'morgan' twice"),
        (["representation=run:"], "names no run"),
        (["second=null"], "leave second out"),
    ],
)
def test_a_typo_stops_before_any_work(audit: Run, outputs: Path, overrides: list[str], message: str) -> None:
    stopped = audit(*overrides)
    assert stopped.returncode == 2
    assert message in stopped.stderr
    assert not list_runs(outputs)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["claim=replication"], "second=dream"),
        (["seed=-1"], "whole number of at least 0"),
        (["claim=transfer"], "no rated mixtures"),
        (["representation=run:nowhere"], "no run 'nowhere'"),
        (["claim=increment", "baseline=morgan", "representation=morgan"], "already part of the baseline"),
        (["dataset=ratings_csv", "dataset.path=/nowhere.csv", "dataset.attributes=null"], "nowhere.csv"),
    ],
)
def test_what_does_not_fit_fails_with_the_reason_and_leaves_no_run(
    audit: Run, outputs: Path, overrides: list[str], message: str
) -> None:
    failed = audit(*overrides)
    assert failed.returncode == 1
    assert message in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not list_runs(outputs)


def test_a_result_that_changed_on_disk_is_computed_again(audit: Run, outputs: Path) -> None:
    assert audit(*FAST).returncode == 0
    [run] = list_runs(outputs)
    file = run.path / "findings.csv"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"rsa", b"rsb"))
    again = audit(*FAST)
    assert again.returncode == 0, again.stderr
    assert "1 done" in again.stderr
    assert file.read_bytes() == whole


def test_the_long_form_of_audits_is_a_csv(audit: Run, outputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert audit(*FAST).returncode == 0
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(outputs))
    shown = CliRunner().invoke(app, ["table", "dataset=ratings_csv", "representation=morgan", "--csv"])
    frame = pd.read_csv(StringIO(shown.stdout)).set_index("name")
    [run] = list_runs(outputs)
    assert frame.loc["rsa", "estimate"] == pytest.approx(run.metrics["rsa"])
    assert frame.loc["rsa", ["representation", "run_id"]].tolist() == ["morgan", run.run_id]


@pytest.mark.slow
def test_ctrl_c_leaves_an_audit_that_starts_again(ratings_csv: Path, outputs: Path) -> None:
    own = ["dataset=ratings_csv", f"dataset.path={ratings_csv}", "dataset.attributes=[strength]", "tracking=none"]
    command = [sys.executable, str(ROOT / "audit.py"), *own, "claim.n_splits=300000"]
    environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
    # A shell that runs the tests in the background ignores Ctrl-C for all that it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, before)
    while not list(outputs.glob("runs/*/status.json")):
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "interrupted; the same command continues" in errors
    [run] = list_runs(outputs)
    assert run.inspection.state is State.INTERRUPTED
