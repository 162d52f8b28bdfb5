"""The models of one data set as rows, which the panels of several splits share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azeotrope.reports.figure_groups import by_split, ranked, same_but
from azeotrope.reports.report_runs import ReportExperiment

MOST_ROWS = 24


@dataclass(frozen=True, eq=False)
class ModelRow:
    """One model and its experiments.

    Attributes
    ----------
    title
        How it is called.
    by_split
        Its experiment on each split on which it ran.
    """

    title: str
    by_split: Mapping[str, ReportExperiment]


def model_rows(experiments: Sequence[ReportExperiment], most: int = MOST_ROWS) -> tuple[list[ModelRow], int]:
    """Return one row for each model, and how many more there are than `most`.

    Experiments whose labels differ in nothing but the split are one row. Rows come in the order of their rank on the
    first split (see `figure_groups.ranked`), then those that did not run there.
    """
    found: dict[tuple[object, ...], dict[str, ReportExperiment]] = {}
    for split, members in by_split(experiments).items():
        seen: Counter[tuple[str, ...]] = Counter()
        for each in ranked(members):
            labels = same_but(each, "split")
            found.setdefault((labels, seen[labels]), {})[split] = each
            seen[labels] += 1
    rows = [ModelRow(next(iter(by.values())).title, by) for by in found.values()]
    return rows[:most], max(0, len(rows) - most)


def left_out_in_words(n_left_out: int) -> str:
    """Return a sentence about rows that are not drawn, or nothing when all are."""
    return f" Of more models, {n_left_out} with larger errors are left out." if n_left_out else ""
