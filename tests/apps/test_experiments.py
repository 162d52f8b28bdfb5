"""Every file in experiments/ runs in its fast form."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from azeotrope.runs.index import list_runs

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = {
    "builtin": ([], 6),
    "figure4_featurizers": (["dataset=flash_point"], 8),
    "figure5_learning_curves": (["dataset=flash_point", "split.max_train_mixtures=10,null"], 4),
    "figure6_temperature": ([], 8),
    "table14_molt5_aggregation": (
        ["featurizer.model_id={tiny_t5}", "featurizer.revision=null", "featurizer.width=16"],
        8,
    ),
    "table3_splits": (["dataset=flash_point"], 16),
    "table4_aggregation": ([], 12),
}

RESAMPLES = ["claim.n_resamples=20"]
GEOMETRY = [*RESAMPLES, "claim.n_permutations=20", "claim.n_splits=20"]
# The weights of the text encoders cannot be had everywhere; their loader has tests of its own.
AUDITS = {
    "geometry": ([*GEOMETRY, "representation=morgan,rdkit_2d"], 2),
    "increment": ([*RESAMPLES, "representation=gaussian", "claim.n_repeats=1", "baseline=rdkit_2d"], 1),
    "properties": ([*GEOMETRY, "representation=morgan"], 4),
    "reliability": ([*GEOMETRY, "representation=morgan"], 2),
    "replication": (GEOMETRY, 1),
    "transfer": ([*RESAMPLES, "representation=morgan", "claim.n_partitions=20"], 1),
}
# Two of its tasks, since not every file can be had everywhere.
SEARCHES = {
    "across_datasets": (["model=rdkit_xgb", "across=[dcn,{dataset: mon, max_train_rows: 100}]", "n_trials=2"], 2)
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "builtin" else pytest.mark.data) for name in EXPERIMENTS]
)
def test_every_experiment_runs_in_its_fast_form(outputs: Path, tiny_t5: Path, name: str) -> None:
    own, n_runs = EXPERIMENTS[name]
    overrides = ("-m", f"experiments={name}", "debug=fast", "split.folds=[0]", "tracking=none")
    result = subprocess.run(
        [sys.executable, str(ROOT / "train.py"), *overrides, *(text.format(tiny_t5=tiny_t5) for text in own)],
        env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)},
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert len(list_runs(outputs)) == n_runs


@pytest.mark.slow
@pytest.mark.data
@pytest.mark.parametrize("name", AUDITS)
def test_every_audit_runs_in_its_fast_form(outputs: Path, name: str) -> None:
    own, n_runs = AUDITS[name]
    result = subprocess.run(
        [sys.executable, str(ROOT / "audit.py"), "-m", f"experiments=audits/{name}", "tracking=none", *own],
        env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)},
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert len(list_runs(outputs)) == n_runs


@pytest.mark.slow
@pytest.mark.data
@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_runs_in_its_fast_form(outputs: Path, name: str) -> None:
    own, n_runs = SEARCHES[name]
    overrides = (f"experiments=searches/{name}", "predictor.n_estimators=20", "n_resamples=20", "tracking=none")
    result = subprocess.run(
        [sys.executable, str(ROOT / "tune.py"), *overrides, *own],
        env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)},
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    [best] = (outputs / "searches").glob("across_rdkit_xgb-*/best.json")
    assert len(json.loads(best.read_text())["runs"]) == n_runs


def test_every_experiment_has_its_fast_run() -> None:
    assert {file.stem for file in (ROOT / "experiments").glob("*.yaml")} == set(EXPERIMENTS)
    assert {file.stem for file in (ROOT / "experiments" / "audits").glob("*.yaml")} == set(AUDITS)
    assert {file.stem for file in (ROOT / "experiments" / "searches").glob("*.yaml")} == set(SEARCHES)
