from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.search.result import Finding
from azeotrope.apps.search.schedule import Schedule
from azeotrope.apps.search.table import finding_text
from azeotrope.apps.search.trials import TrialReport, TrialStatus
from azeotrope.errors import RunError


def report(number: int, status: TrialStatus, epochs: int | None, value: float | None, reason: str = "") -> TrialReport:
    depth = {"predictor.max_depth": number}
    return TrialReport(
        number=number, status=status, parameters=depth, epochs=epochs, value=value, runs=[], reason=reason
    )


FILE = "tuned/mine_rdkit_xgb.yaml"
GAINS = ["change on mine fold 0: -0.5 K"]
REPORTS = [
    report(0, TrialStatus.COMPLETE, 50, 2.5),
    report(1, TrialStatus.PRUNED, 3, 1.0),
    report(2, TrialStatus.REFUSED, None, None, "does not fit"),
    report(3, TrialStatus.COMPLETE, 50, 2.25),
    report(4, TrialStatus.FAILED, 3, 0.5, "diverged"),
]


def search() -> Any:
    task = SimpleNamespace(
        dataset="mine", number=0, overrides=(), fold=SimpleNamespace(split=SimpleNamespace(validation=range(7)))
    )
    return SimpleNamespace(
        name="mine_rdkit_xgb",
        id="mine_rdkit_xgb-0123456789ab",
        typed=("model=rdkit_xgb", "dataset=mine", "n_trials=5", "predictor.subsample=1.0"),
        tasks=[task],
        is_scaled=False,
        unit="kcal/mol",
        schedule=Schedule(50, 3, 2),
        default={"predictor.max_depth": 5, "predictor.subsample": 1.0},
        fixed=("predictor.subsample",),
    )


def test_the_best_trials_stand_beside_the_model_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(tmp_path))
    text = finding_text(Finding(search(), REPORTS, {"value": 3.0, "runs": []}), tmp_path / FILE, GAINS)
    assert "validation RMSE [kcal/mol]" in text
    assert text.index("trial 3") < text.index("trial 0")
    assert text.index(GAINS[0]) < text.index("The best of many trials looks better")
    assert "trials: 2 complete, 1 pruned, 1 failed, 1 refused" in text
    assert "best: trial 3; validation RMSE 2.25 kcal/mol, the model as it is 3; validation rows: 7 of mine" in text
    assert text.endswith("use it: python train.py tuned=mine_rdkit_xgb dataset=mine split.folds=[0]\n")


def test_outputs_that_were_moved_are_named(tmp_path: Path) -> None:
    text = finding_text(Finding(search(), REPORTS, {"value": 3.0, "runs": []}), tmp_path / FILE, GAINS)
    assert f"use it: AZEOTROPE_OUTPUTS={tmp_path} python train.py" in text


@pytest.mark.parametrize("value", [2.25, 1.0])
def test_a_trial_must_beat_the_model_as_it_is(tmp_path: Path, value: float) -> None:
    finding = Finding(search(), REPORTS, {"value": value, "runs": [{"run_id": "default"}]})
    assert finding.best is None
    assert (finding.value, finding.runs) == (value, [{"run_id": "default"}])
    assert "no trial is better than the model as it is" in finding_text(finding, tmp_path / "a.yaml", [])


def test_the_best_trial_counts_where_the_model_as_it_is_failed() -> None:
    finding = Finding(search(), REPORTS, {"reason": "diverged"})
    assert finding.best is not None
    assert finding.best.number == 3
    assert "the model as it is diverged" in finding.description


def test_a_search_without_a_complete_trial_has_found_nothing() -> None:
    with pytest.raises(RunError, match=r"1 pruned, 1 failed, 1 refused.*the last reason: diverged"):
        Finding(search(), [each for each in REPORTS if each.status is not TrialStatus.COMPLETE], {"value": 1.0})
