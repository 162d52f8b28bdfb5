"""From the jobs of a sweep to the runs that they stand for: one fold of one model on one split each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omegaconf import DictConfig

from azeotrope.runs.plan import PlannedJob

FOLD_KEYS = ("split.fold", "split.folds")
WORKER_KEY = "worker"


@dataclass(frozen=True)
class Task:
    """What one process composes and runs.

    Attributes
    ----------
    overrides
        Overrides to compose.
    jobs
        The runs it makes.
    """

    overrides: tuple[str, ...]
    jobs: tuple[PlannedJob, ...]


def fold_job(overrides: Sequence[str], fold: int) -> str:
    """Return what a user would type to get one fold alone."""
    return " ".join((*_without(overrides, *FOLD_KEYS), f"split.fold={fold}"))


def search_job(overrides: Sequence[str]) -> str:
    """Return what a user would type for the search that a worker works on; the workers of a search are one job."""
    return " ".join(_without(overrides, WORKER_KEY)) or "defaults"


def whole_task(overrides: Sequence[str], config: DictConfig) -> Task:
    """Return one process for all folds of a composed configuration, or for the one run that it stands for."""
    text = " ".join(overrides) or "defaults"
    jobs = [fold_job(overrides, fold) for fold in _folds(config)] or [text]
    return Task(tuple(overrides), tuple(PlannedJob(job, text) for job in jobs))


def separate_tasks(overrides: Sequence[str], config: DictConfig) -> list[Task]:
    """Return one process per fold, or per worker of a search."""
    if config.get("workers") is not None:
        search = PlannedJob(search_job(overrides), search_job(overrides))
        return [Task((*overrides, f"{WORKER_KEY}={number}"), (search,)) for number in range(config.workers)]
    whole = whole_task(overrides, config)
    if len(whole.jobs) == 1:
        return [whole]
    return [
        Task((*overrides, f"split.fold={fold}"), (job,)) for fold, job in zip(_folds(config), whole.jobs, strict=True)
    ]


def plan(
    jobs: Sequence[Sequence[str]], compose: Callable[[list[str]], DictConfig], *, one_run_each: bool
) -> list[Task]:
    """Return the processes of a batch of jobs.

    Parameters
    ----------
    jobs
        Overrides of each job.
    compose
        Returns the configuration of overrides.
    one_run_each
        Split jobs into folds, or into the workers of a search.
    """
    tasks: list[Task] = []
    for overrides in jobs:
        config = compose(list(overrides))
        tasks += separate_tasks(overrides, config) if one_run_each else [whole_task(overrides, config)]
    return tasks


def _folds(config: DictConfig) -> list[int]:
    """Return the folds that a configuration runs; none where it has no split, or where they make no sense."""
    split = config.get("split")
    if split is None:
        return []
    folds = split.folds if split.fold is None else [split.fold]
    is_list = isinstance(folds, Sequence) and not isinstance(folds, str)
    valid = is_list and all(isinstance(fold, int) and not isinstance(fold, bool) for fold in folds)
    return list(dict.fromkeys(folds)) if valid else []


def _without(overrides: Sequence[str], *keys: str) -> list[str]:
    return [each for each in overrides if each.split("=")[0] not in keys]
