# ruff: noqa: INP001 - a script, not a part of the package
"""Experiments composed from the configuration files, as `train.py` composes them, without starting a run."""

from pathlib import Path

from hydra import compose, initialize_config_dir

from azeotrope.apps.building import Experiment, build_experiment
from azeotrope.apps.compose import prepare_hydra
from azeotrope.splits.split import Split


def experiment(*overrides: str) -> Experiment:
    """Return the experiment that `python train.py` with these arguments would run."""
    with initialize_config_dir(str(prepare_hydra()), version_base=None):
        return build_experiment(compose("config", overrides=list(overrides)), progress=False)


def own_csv(path: Path, cache: Path) -> tuple[str, ...]:
    """Return the arguments that read a user's CSV and keep every cached file in a folder of its own."""
    return "dataset=csv", f"dataset.path={path}", "dataset.name=synthetic", f"paths.cache={cache}"


def binary_rows(of: Experiment, fold: int = 0, at_most: int | None = None) -> Split:
    """Return a fold of which only the rows of two components are left, `at_most` so many of each part."""
    split, n_components = of.family.split(of.dataset.table, fold), of.dataset.table.mixtures.n_components
    parts = (rows[n_components[rows] == 2][:at_most] for rows in (split.train, split.validation, split.test))
    train, validation, test = parts
    return Split(train, validation, test, split.promise)
