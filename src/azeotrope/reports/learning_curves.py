"""Experiments that differ in nothing but the number of training mixtures."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from azeotrope.reports.figure_groups import grouped, is_ideal, limit_of, same_but
from azeotrope.reports.report_runs import ReportExperiment

MOST_LINES = 12


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Experiments that differ in nothing but the number of training mixtures, from few to many."""

    title: str
    points: tuple[tuple[float, ReportExperiment], ...]


def learning_curves(experiments: Sequence[ReportExperiment]) -> list[LearningCurve]:
    """Lines of one split, those of the most points first."""
    found = []
    for members in grouped([e for e in experiments if not is_ideal(e)], lambda each: same_but(each, "split")).values():
        points = sorted(((n, each) for each in members if (n := _training_mixtures(each))), key=lambda point: point[0])
        if len({n for n, _ in points}) > 1 and any(limit_of(each.split) for each in members):
            found.append(LearningCurve(min((each.title for each in members), key=len), tuple(points)))
    return sorted(found, key=lambda curve: -len(curve.points))[:MOST_LINES]


def _training_mixtures(experiment: ReportExperiment) -> float | None:
    """Mean number of training mixtures over the folds, else the limit; None where neither is known."""
    counts = [run.leakage.get("parts", {}).get("train", {}).get("component_sets") for run in experiment.runs]
    known = [count for count in counts if count]
    return fmean(known) if known else limit_of(experiment.split)
