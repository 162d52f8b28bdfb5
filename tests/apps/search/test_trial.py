from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.search import trial as search_trial
from azeotrope.apps.search.trial import TrialRuns
from azeotrope.errors import RunError
from azeotrope.runs.status import State


@dataclass(frozen=True)
class StandInFold:
    name: str
    until: float = 1.0


def paused(rmse: float | None) -> Any:
    return SimpleNamespace(run_id="p", status=SimpleNamespace(state=State.PAUSED, validation_rmse=rmse))


def finished(rmse: float | None) -> Any:
    status = SimpleNamespace(state=State.DONE, validation_rmse=None)
    return SimpleNamespace(
        run_id="d", status=status, metrics={"validation_rmse": rmse}, reasons={"validation_rmse": "because"}
    )


def runs(monkeypatch: pytest.MonkeyPatch, results: dict[tuple[str, float], Any]) -> tuple[TrialRuns, list[Any]]:
    """Return a trial on two tasks, with scales 1 and 10, and the list of fits that it asks for."""
    asked: list[Any] = []

    def stand_in(prepare: Callable[[], Any], session: Any, job: str) -> Any:
        fold = prepare()
        asked.append((fold.name, fold.until, job))
        return results[fold.name, fold.until]

    monkeypatch.setattr(search_trial, "run_once", stand_in)
    tasks: Any = [SimpleNamespace(scale=1.0), SimpleNamespace(scale=10.0)]
    folds: Any = [StandInFold("a"), StandInFold("b")]
    session: Any = SimpleNamespace(errors=[ValueError("diverged")])
    return TrialRuns(tasks, folds, ["train a", "train b"], session), asked


def test_a_trial_is_the_mean_of_its_tasks_each_by_its_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, asked = runs(monkeypatch, {("a", 0.5): paused(3.0), ("b", 0.5): paused(50.0)})
    assert trial.until(0.5) == pytest.approx((3.0 + 5.0) / 2)
    assert asked == [("a", 0.5, "train a"), ("b", 0.5, "train b")]
    assert [each["validation_rmse"] for each in trial.summary()] == [3.0, 50.0]


def test_a_run_that_is_done_early_counts_with_its_result_and_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = {("a", 0.5): finished(2.0), ("b", 0.5): paused(50.0), ("b", 1.0): finished(20.0)}
    trial, asked = runs(monkeypatch, results)
    assert trial.until(0.5) == pytest.approx((2.0 + 5.0) / 2)
    assert trial.until(1.0) == pytest.approx((2.0 + 2.0) / 2)
    assert [(name, share) for name, share, _ in asked] == [("a", 0.5), ("b", 0.5), ("b", 1.0)]


@pytest.mark.parametrize(
    ("record", "message"), [(None, "diverged"), (finished(None), "because"), (paused(None), "no validation RMSE")]
)
def test_a_trial_without_a_number_says_why(monkeypatch: pytest.MonkeyPatch, record: Any, message: str) -> None:
    trial, _ = runs(monkeypatch, {("a", 1.0): record, ("b", 1.0): finished(1.0)})
    with pytest.raises(RunError, match=message):
        trial.until(1.0)
