"""Which model of a split is best, and what the tests say about the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.all_folds import with_all_folds
from azeotrope.reports.experiment_metrics import reason_of
from azeotrope.reports.ideal_row import IDEAL
from azeotrope.reports.paired_tests import CorrectedTest, ModelPair
from azeotrope.reports.pooled_experiments import PooledError
from azeotrope.reports.ranking import RANKED_BY, ranks
from azeotrope.reports.report_runs import ReportExperiment


@dataclass(frozen=True, eq=False)
class Rival:
    """Another model, as compared with the best.

    Attributes
    ----------
    error
        Its pooled error.
    test
        Test of the absolute errors by which the models are ranked.
    lead
        1 where the test shows the best model ahead, -1 where it shows this one ahead, 0 where it shows neither.
    """

    error: PooledError
    test: CorrectedTest
    lead: int

    @property
    def title(self) -> str:
        """Title of the model."""
        return self.error.experiment.title


@dataclass(frozen=True, eq=False)
class Standing:
    """The models of one data set and split.

    Attributes
    ----------
    experiments
        All of them, at least one.
    best
        Pooled error of the best model; None where no model but the ideal baseline can be ranked.
    delta
        Pooled `delta_mae` of the best model; undefined without one.
    rivals
        The other ranked models, the next best first.
    incomplete
        Models with fewer folds than others, which are not ranked.
    unranked
        Models whose error is undefined, with the reason.
    """

    experiments: tuple[ReportExperiment, ...]
    best: PooledError | None
    delta: Interval
    rivals: tuple[Rival, ...]
    incomplete: tuple[ReportExperiment, ...]
    unranked: Mapping[str, str]

    @property
    def none_beats_ideal(self) -> bool:
        """Whether no ranked model is shown to beat ideal mixing, though the best was tested against it."""
        if self.best is None or self.best.ratio is None or self.best.against_ideal.high.value is None:
            return False
        return not any(error.beats_ideal for error in (self.best, *(rival.error for rival in self.rivals)))


def standing(
    experiments: Sequence[ReportExperiment], pooled: Mapping[str, Interval], pairs: Sequence[ModelPair]
) -> Standing:
    """Rank the experiments of one data set and split by their mean excess RMSE over folds, as all tables do.

    Only models with all folds that any model has are ranked, see `ranks`. The ideal baseline is what the others are
    compared with, so it has no rank.

    Parameters
    ----------
    experiments
        All of one data set and split, at least one.
    pooled
        Pooled `delta_mae` of each experiment id.
    pairs
        Their paired tests, see `model_pairs`; those of other splits are passed over.
    """
    models = [experiment for experiment in experiments if experiment.model != IDEAL]
    complete = with_all_folds([each.model for each in models], [each.folds for each in models])
    in_order = sorted(zip(ranks(models), models, complete, strict=True), key=lambda each: each[0])
    ranked = [each for rank, each, _ in in_order if not rank.is_incomplete]
    best = PooledError(ranked[0]) if ranked else None
    nothing = Interval.undefined("no model is ranked", 0)
    return Standing(
        tuple(experiments),
        best,
        nothing if best is None else pooled.get(best.experiment.runs[0].summary.experiment_id, nothing),
        tuple(_rival(best, each, pairs) for each in ranked[1:] if best is not None),
        tuple(each for each, has_all_folds in zip(models, complete, strict=True) if not has_all_folds),
        {each.title: _reason(each) for rank, each, has_all_folds in in_order if has_all_folds and rank.is_incomplete},
    )


def _reason(experiment: ReportExperiment) -> str:
    """Why a model with all folds has no error of all folds."""
    metric = RANKED_BY[0] if PooledError(experiment).has_excess else RANKED_BY[1]
    return reason_of([run.summary for run in experiment.runs], metric)


def _rival(best: PooledError, other: ReportExperiment, pairs: Sequence[ModelPair]) -> Rival:
    """Compare the best model with another, whichever of them the pair names first."""
    for pair in pairs:
        test = pair.excess if best.has_excess else pair.error
        if pair.first is best.experiment and pair.second is other:
            return Rival(PooledError(other), test, -test.better)
        if pair.first is other and pair.second is best.experiment:
            return Rival(PooledError(other), test, test.better)
    raise ValueError(f"the pairs lack {best.experiment.title} against {other.title}")
