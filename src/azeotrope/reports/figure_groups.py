"""Which experiments share a figure, a panel or a line."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from azeotrope.reports.ideal_row import IDEAL
from azeotrope.reports.ranking import ranks
from azeotrope.reports.records import LABELS
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.split_order import split_order

LEARNING_CURVE = "max_train_mixtures"
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9]+")
_OPTION = re.compile(rf"(?:, )?{LEARNING_CURVE}=(\d+)")

LONGEST_PART = 40

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return the items by key, both in order of first appearance."""
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def by_split(experiments: Iterable[ReportExperiment]) -> dict[str, list[ReportExperiment]]:
    """Return the experiments by split, in the order of `split_order`."""
    groups = grouped(experiments, lambda each: each.split)
    return {split: groups[split] for split in sorted(groups, key=split_order)}


def is_ideal(experiment: ReportExperiment) -> bool:
    """Whether this is the ideal baseline."""
    return experiment.model == IDEAL


def whole_training(experiments: Iterable[ReportExperiment]) -> list[ReportExperiment]:
    """Return the experiments that train on all mixtures of their split, so without points of learning curves."""
    return [each for each in experiments if LEARNING_CURVE not in each.split]


def without_limit(split: str) -> str:
    """Return the label of a split as it is without a limit to its training mixtures."""
    return _OPTION.sub("", split).replace(" ()", "").replace("(, ", "(")


def limit_of(split: str) -> int | None:
    """Return the largest number of training mixtures that a split allows; None without a limit."""
    found = _OPTION.search(split)
    return int(found[1]) if found else None


def same_but(experiment: ReportExperiment, *names: str) -> tuple[str, ...]:
    """Return all labels of an experiment but these: equal for experiments that differ in nothing else."""
    return tuple(experiment.labels[name] for name in LABELS if name not in names)


def ranked(experiments: Sequence[ReportExperiment]) -> list[ReportExperiment]:
    """Return the experiments of a split from the smallest mean error to those without all folds and the undefined.

    See `ranking.ranks`, by which the tables have the same order.
    """
    found = ranks(experiments)
    return [experiments[place] for place in sorted(range(len(found)), key=found.__getitem__)]


def figure_name(*parts: str) -> str:
    """Return a file stem and anchor made of these parts."""
    return "-".join(_NOT_IN_A_NAME.sub("_", part.lower()).strip("_")[:LONGEST_PART] or "x" for part in parts)
