"""Experiments that can be compared: those on one data set, and among them those on one split."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from azeotrope.reports.ideal_row import IDEAL
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.split_order import split_order

OTHER_SIGNS = re.compile(r"[^a-z0-9_]+")


@dataclass(frozen=True, eq=False)
class DatasetGroup:
    """All experiments on one data set, in order of first appearance.

    Attributes
    ----------
    dataset, unit, origin
        Name, unit of the property, and ``measured`` or ``computed``.
    experiments
        At least one.
    """

    dataset: str
    unit: str
    origin: str
    experiments: tuple[ReportExperiment, ...]

    @property
    def splits(self) -> dict[str, list[ReportExperiment]]:
        """Experiments of each split, the ideal baseline first; splits in the order of `split_order`."""
        names = sorted({experiment.split for experiment in self.experiments}, key=split_order)
        groups: dict[str, list[ReportExperiment]] = {split: [] for split in names}
        for experiment in sorted(self.experiments, key=lambda experiment: experiment.model != IDEAL):
            groups[experiment.split].append(experiment)
        return groups

    @property
    def title(self) -> str:
        """Name with the unit, and a word where the values are not measured."""
        return f"{self.dataset} [{self.unit}]" + (" (computed, not measured)" if self.origin == "computed" else "")


def by_dataset(experiments: Sequence[ReportExperiment]) -> list[DatasetGroup]:
    """Return the data sets in order of first appearance, grouped as `comparison.compare` does."""
    groups: dict[tuple[str, str, str], list[ReportExperiment]] = {}
    for experiment in experiments:
        groups.setdefault((experiment.dataset, experiment.unit, experiment.origin), []).append(experiment)
    return [DatasetGroup(*key, tuple(found)) for key, found in groups.items()]


def table_names(prefix: str, datasets: Sequence[str]) -> list[str]:
    """Return one name of a table per data set: the prefix with what is left of the data set's name, none twice."""
    names: list[str] = []
    for dataset in datasets:
        rest = OTHER_SIGNS.sub("-", dataset.lower()).strip("-")
        name = f"{prefix}-{rest}" if rest else prefix
        numbered = (f"{name}-{number}" for number in count(2))
        names.append(next(each for each in chain([name], numbered) if each not in names))
    return names
