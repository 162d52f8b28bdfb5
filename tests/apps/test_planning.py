from collections.abc import Sequence
from typing import Any

import pytest
from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.planning import Task, fold_job, plan, search_job, separate_tasks, whole_task
from azeotrope.runs.plan import PlannedJob


def split(fold: Any = None, folds: Any = (0, 1)) -> DictConfig:
    return OmegaConf.create({"split": {"fold": fold, "folds": list(folds) if isinstance(folds, tuple) else folds}})


def test_a_fold_is_what_a_user_would_type() -> None:
    assert fold_job([], 0) == "split.fold=0"
    assert fold_job(["model=ideal", "split.folds=[0,1]", "split=random"], 1) == "model=ideal split=random split.fold=1"
    assert fold_job(["split.fold=1", "model=ideal"], 1) == "model=ideal split.fold=1"


def test_all_folds_in_one_process() -> None:
    task = whole_task(["split.folds=[0,1]", "model=ideal"], split())
    assert task.overrides == ("split.folds=[0,1]", "model=ideal")
    text = "split.folds=[0,1] model=ideal"
    assert task.jobs == (
        PlannedJob("model=ideal split.fold=0", text),
        PlannedJob("model=ideal split.fold=1", text),
    )


def test_one_process_for_each_fold() -> None:
    first, second = separate_tasks(["split.folds=[0,1]", "model=ideal"], split())
    assert first.overrides == ("split.folds=[0,1]", "model=ideal", "split.fold=0")
    assert first.jobs == (PlannedJob("model=ideal split.fold=0", "split.folds=[0,1] model=ideal"),)
    assert second.overrides == ("split.folds=[0,1]", "model=ideal", "split.fold=1")


@pytest.mark.parametrize("config", [split(fold=3), split(folds=(3,)), split(folds=(3, 3))])
def test_a_single_fold_stays_as_it_is_typed(config: DictConfig) -> None:
    [task] = separate_tasks(["split.fold=3"], config)
    assert task == Task(("split.fold=3",), (PlannedJob("split.fold=3", "split.fold=3"),))


@pytest.mark.parametrize("config", [split(folds=(0, True)), split(folds="0"), split(folds=()), split(fold="all")])
def test_folds_that_make_no_sense_are_left_to_the_job_which_refuses_them(config: DictConfig) -> None:
    assert separate_tasks(["model=ideal"], config) == [
        Task(("model=ideal",), (PlannedJob("model=ideal", "model=ideal"),))
    ]


def test_without_a_split_a_job_is_one_run() -> None:
    assert whole_task([], OmegaConf.create({"claim": {}})).jobs == (PlannedJob("defaults", "defaults"),)


def test_a_search_has_workers() -> None:
    tasks = separate_tasks(["model=dmpnn"], OmegaConf.create({"workers": 2, "split": {"fold": 0, "folds": [0]}}))
    assert [task.overrides for task in tasks] == [("model=dmpnn", "worker=0"), ("model=dmpnn", "worker=1")]
    assert {task.jobs for task in tasks} == {(PlannedJob("model=dmpnn", "model=dmpnn"),)}
    assert search_job(["worker=3"]) == "defaults"


def test_a_batch_is_composed_job_by_job() -> None:
    seen: list[Sequence[str]] = []

    def compose(overrides: list[str]) -> DictConfig:
        seen.append(overrides)
        return split()

    assert len(plan([["model=ideal"], ["model=dmpnn"]], compose, one_run_each=True)) == 4
    assert len(plan([["model=ideal"], ["model=dmpnn"]], compose, one_run_each=False)) == 2
    assert seen == [["model=ideal"], ["model=dmpnn"]] * 2
