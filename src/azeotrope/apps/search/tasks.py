"""What a search is about: the model as it is on each task, which says what trials run on and how they are compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from hydra import compose
from omegaconf import DictConfig

from azeotrope.apps.building import build_experiment
from azeotrope.apps.fold import Fold, prepare
from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.overrides import key_of, parsed_overrides
from azeotrope.apps.search.trials import assignments
from azeotrope.apps.session import Session
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder

ROOT = "tune"
# Of the search, not of its runs.
SEARCH_KEYS = (
    "n_trials",
    "epochs",
    "grace",
    "reduction",
    "workers",
    "worker",
    "name",
    "across",
    "space",
    "experiments",
)


@dataclass(frozen=True, eq=False)
class Task:
    """One fold of one data set.

    Attributes
    ----------
    overrides
        What chooses the data set where the search is across several.
    fold
        The fold with the model as it is.
    scale
        What its validation RMSE is divided by, in the unit of the data.
    """

    overrides: tuple[str, ...]
    fold: Fold
    scale: float

    @property
    def unit(self) -> str:
        """Unit of the data."""
        return self.fold.experiment.dataset.info.unit

    @property
    def number(self) -> int:
        """Number of the fold."""
        return int(self.fold.folder.record.identity.fold or 0)

    @property
    def dataset(self) -> str:
        """Name of the data set."""
        return self.fold.experiment.labels["dataset"]


def tasks_of(config: DictConfig, typed: Sequence[str], session: Session) -> list[Task]:
    """Return the tasks of a search, with whatever its model needs checked.

    Parameters
    ----------
    config
        The composed configuration of the search.
    typed
        Overrides that the user typed.
    session
        Where runs lie.

    Raises
    ------
    ConfigError
        When a task has no validation rows, or no spread to scale its errors by.
    """
    across = None if config.across is None else list(config.across)
    if across is not None and any(key_of(each).split(".")[0] == "dataset" for each in parsed_overrides(typed)):
        raise ConfigError("across names the data sets; leave dataset out")
    choices: list[tuple[str, ...]] = [()] if across is None else [_dataset_overrides(entry) for entry in across]
    return [
        Task(overrides, fold, 1.0 if across is None else _spread(fold))
        for overrides in choices
        for fold in folds_of(typed, overrides, session)
    ]


def folds_of(typed: Sequence[str], overrides: Sequence[str], session: Session) -> list[Fold]:
    """Return the folds that a search runs of one data set and one choice of parameters, ready to run.

    Raises
    ------
    AzeotropeError, HydraException
        When the parameters do not fit each other or the data set.
    """
    config = compose(ROOT, overrides=[*typed, *overrides])
    experiment = build_experiment(config, progress=session.show_progress)
    folds = [prepare(experiment, number, session) for number in experiment.folds]
    for fold in folds:
        if len(fold.split.validation) == 0:
            raise ConfigError(f"{fold.folder.run_id} has no validation rows, by which a search judges")
    return folds


def run_overrides(typed: Sequence[str]) -> list[str]:
    """Return those of the overrides that the user typed which train.py takes as well."""
    return [each.input_line or "" for each in parsed_overrides(typed) if key_of(each).split(".")[0] not in SEARCH_KEYS]


def _dataset_overrides(entry: Any) -> tuple[str, ...]:
    """Return what an entry of `across` means: the name of a data set, or overrides that name one."""
    overrides: tuple[str, ...] = ()
    if isinstance(entry, str):
        overrides = (f"dataset={entry}",)
    elif isinstance(entry, Mapping | DictConfig) and "dataset" in entry:
        overrides = tuple(assignments(dict(entry)))
    if overrides:
        check_overrides(overrides, conf_folder(), "config")
        return overrides
    raise ConfigError(f"across holds {entry!r}; it takes names of data sets, or {{dataset: NAME, KEY: VALUE}}")


def _spread(fold: Fold) -> float:
    """Return the interquartile range of a task's training values, in the unit of the data."""
    values = fold.experiment.dataset.table.value[fold.split.train]
    lower, upper = np.percentile(values, [25, 75])
    if not upper > lower:
        name = fold.experiment.labels["dataset"]
        raise ConfigError(
            f"half of the training values of {name} are equal: its errors cannot be scaled by their spread"
        )
    return float(upper - lower)
