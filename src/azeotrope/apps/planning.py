"""From the jobs of a sweep to the runs that they stand for: one fold of one model on one split each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omegaconf import DictConfig

from azeotrope.runs.plan import PlannedJob

FOLD_KEYS = ("split.fold", "split.folds")


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

    def __str__(self) -> str:
        """Return the overrides as they are typed."""
        return " ".join(self.overrides)


def fold_job(overrides: Sequence[str], fold: int) -> str:
    """Return what a user would type to get one fold alone."""
    return " ".join((*(each for each in overrides if each.split("=")[0] not in FOLD_KEYS), f"split.fold={fold}"))


def whole_task(overrides: Sequence[str], config: DictConfig) -> Task:
    """Return one process for all folds of a composed configuration, or for the one run that it stands for."""
    text = " ".join(overrides) or "defaults"
    jobs = [fold_job(overrides, fold) for fold in _folds(config)] or [text]
    return Task(tuple(overrides), tuple(PlannedJob(job, text) for job in jobs))


def separate_tasks(overrides: Sequence[str], config: DictConfig) -> list[Task]:
    """Return one process per fold, or per worker of a search."""
    if config.get("workers") is not None:
        workers = [(*overrides, f"worker={number}") for number in range(config.workers)]
        return [Task(each, (PlannedJob(" ".join(each), " ".join(each)),)) for each in workers]
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
