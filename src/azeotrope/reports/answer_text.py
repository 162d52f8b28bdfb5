"""The answer for one data set and split in one sentence, which claims no more than the tests show."""

from collections.abc import Callable, Sequence

from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.rounding import ROUNDING, is_no_difference
from azeotrope.reports.experiment_metrics import metric_cell, reason_of
from azeotrope.reports.pooled_experiments import PooledError
from azeotrope.reports.records import needs_measured_pure
from azeotrope.reports.report_cells import mean_sd, p_phrase, with_limits, with_minus_signs
from azeotrope.reports.significant import significant
from azeotrope.reports.standing import Rival, Standing

SPLITS = {
    "random": "random rows",
    "mixture": "unseen mixtures",
    "molecule": "unseen molecules",
    "pure_to_mixture": "from pure compounds to mixtures",
    "mixture_temperature": "unseen mixtures at unseen temperatures",
}
GIVEN = "which is given the pure values"
DIGITS = 2
NAMED = 3


def answer_sentence(standing: Standing) -> str:
    """Return which model is best, its error over folds, how it compares with ideal mixing and with other models.

    The error is the mean over folds; the percentage against ideal mixing compares errors pooled over all test rows,
    and says so where the difference is within its uncertainty or was not tested. Where no model is shown to beat ideal
    mixing, that comes first. The total error comes last, so that what is said of the excess is not read as said of it.
    """
    first = standing.experiments[0]
    place = f"{first.dataset}, {SPLITS.get(first.split, first.split)}"
    if standing.best is None:
        return f"{place}: {_nothing_ranked(standing)}"
    best = standing.best.experiment
    given = " (given the pure values)" if needs_measured_pure(best.labels) else ""
    lead = "no model is shown to beat ideal mixing; the closest is " if standing.none_beats_ideal else ""
    parts = [
        f"{lead}{best.title}{given}, {_error(standing.best)}, {ideal_text(standing.best)}",
        *_rival_texts(standing, "excess MAE" if standing.best.has_excess else "MAE"),
        delta_text(standing.delta, best.unit),
        *_left_out(standing),
    ]
    return f"{place}: {'; '.join(parts)}"


def ideal_text(best: PooledError) -> str:
    """Return how far the pooled excess RMSE is from the ideal baseline's, and how far that of each fold is."""
    if best.ratio is None:
        return "no excess to predict" if best.has_excess else "ideal mixing unknown for these rows"
    interval = best.against_ideal
    low, high = interval.low.value, interval.high.value
    if is_no_difference(interval):
        return "equal to ideal mixing"
    share = f"{_relation(best.ratio)} ideal mixing{_folds(best)}"
    if low is None or high is None:
        return f"{share} (not tested: {interval.estimate.reason or interval.low.reason})"
    if high < 0:
        return share
    return f"{share}, shown to be worse" if low > 0 else f"{share}, not distinguishable from it"


def delta_text(delta: Interval, unit: str) -> str:
    """Return the difference of the MAE from the ideal baseline's with its interval, and whether it may be none."""
    value, low, high = (part.value for part in (delta.estimate, delta.low, delta.high))
    if value is None:
        return f"total error against ideal mixing undefined ({delta.estimate.reason})"
    if is_no_difference(delta):
        return "total error (MAE) equal to that of ideal mixing"
    sign, side = (1, "above") if value >= 0 else (-1, "below")
    size = significant(abs(value))
    if low is not None and high is not None:
        least, most = sorted((sign * low, sign * high))
        size = with_minus_signs(with_limits(abs(value), least, most))
    shown = f"total error (MAE) {size} {unit} {side} ideal mixing, {GIVEN}"
    return shown if low is None or high is None or low * high > 0 else f"{shown}: not distinguishable"


def fold_text(count: int) -> str:
    """Return over how many folds a mean is taken."""
    return f"over {count} folds" if count > 1 else "in 1 fold, so without spread"


def _relation(ratio: float) -> str:
    """A ratio to an error in words, before that with which it is compared."""
    percent = round(100 * abs(1 - ratio))
    if ratio >= 2:
        return f"{significant(ratio, DIGITS)} times that of"
    if percent == 0:
        return "within 1 % of"
    return f"{percent} % {'below' if ratio < 1 else 'above'}"


def _folds(best: PooledError) -> str:
    """That the percentage is of all folds together, and how far they lie apart; nothing of one fold."""
    ratios, together = best.fold_ratios, " over the rows of all folds"
    if len(ratios) < 2:
        return together if len(best.experiment.runs) > 1 else ""
    low, high = (_relation(ratio).removesuffix(" of").removesuffix(" that") for ratio in (min(ratios), max(ratios)))
    ends = dict.fromkeys((low.removesuffix(" below") if high.endswith(" below") and low != high else low, high))
    return f"{together} (each fold: {' to '.join(ends)}; {n_below(ratios)} of {len(ratios)} below)"


def n_below(ratios: Sequence[float]) -> int:
    """Return how many ratios are below 1 by more than rounding."""
    return sum(ratio < 1 - ROUNDING for ratio in ratios)


def _error(best: PooledError) -> str:
    name, title = ("excess_rmse", "excess RMSE") if best.has_excess else ("rmse", "RMSE")
    runs = [run.summary for run in best.experiment.runs]
    cell = metric_cell(runs, name)
    if cell.mean is None:
        return f"{title} undefined ({reason_of(runs, name)})"
    return f"{title} {mean_sd(cell.mean, cell.sd)} {best.experiment.unit} {fold_text(cell.folds)}"


def _rival_texts(standing: Standing, error: str) -> list[str]:
    """What the tests of an error say about the others; that there are none, where there are none."""
    if not standing.rivals:
        return ["no other model to compare with"] if not (standing.incomplete or standing.unranked) else []
    tested = [rival for rival in standing.rivals if rival.test.adjusted.value is not None]
    untested = [rival for rival in standing.rivals if rival.test.adjusted.value is None]
    groups: list[tuple[str, list[Rival], Callable[[Rival], str]]] = [
        (f"smaller {error} than", [rival for rival in tested if rival.lead > 0], _with_p),
        (f"{error} not distinguishable from that of", [rival for rival in tested if rival.lead == 0], _with_p),
        (f"larger {error} than", [rival for rival in tested if rival.lead < 0], _with_p),
        ("not tested against", untested, lambda rival: f"{rival.title} ({rival.test.adjusted.reason})"),
    ]
    return [f"{verb} {_some([shown(rival) for rival in rivals])}" for verb, rivals, shown in groups if rivals]


def _with_p(rival: Rival) -> str:
    p_value = rival.test.adjusted.value
    return rival.title if p_value is None else f"{rival.title} ({p_phrase(p_value)}, Holm)"


def _left_out(standing: Standing) -> list[str]:
    titles = [f"{each.title} ({_count(len(each.runs), 'fold')} only)" for each in standing.incomplete]
    titles += [f"{title} ({reason})" for title, reason in standing.unranked.items()]
    return [f"not ranked: {_some(titles)}"] if titles else []


def _nothing_ranked(standing: Standing) -> str:
    left_out = _left_out(standing)
    if left_out:
        return left_out[0]
    return f"only the ideal baseline was run, {_error(PooledError(standing.experiments[0]))}"


def _some(texts: Sequence[str]) -> str:
    """The first few, and how many more."""
    more = len(texts) - NAMED
    return ", ".join(texts) if more <= 0 else f"{', '.join(texts[:NAMED])} and {more} more"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
