"""Does a model order the compositions of one system correctly? Kendall's tau-b within systems, averaged over them."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.compiled import compiled
from azeotrope.metrics.outcome import Outcome, why_undefined
from azeotrope.typing import BoolArray, FloatArray, IntArray

MINIMUM_COMPOSITIONS = 3
SIGNIFICANT_SCALE = 1e12


@dataclass(frozen=True)
class RankCorrelation:
    """Mean tau-b with what it is a mean of.

    Attributes
    ----------
    tau
        The mean over component sets, from -1 to 1.
    n_sets, n_groups
        Numbers of component sets and of groups (component set, temperature, solute) in the mean.
    n_constant_truth
        Number of groups with enough compositions that were left out because their truth is constant.
    """

    tau: Outcome
    n_sets: int
    n_groups: int
    n_constant_truth: int


def kendall_tau(*, mixtures: Mixtures, truth: FloatArray, prediction: FloatArray) -> RankCorrelation:
    r"""Return Kendall's tau-b within each component set, temperature and solute, averaged.

    With :math:`C` concordant and :math:`D` discordant pairs of rows, :math:`n_0` pairs in all, and :math:`n_1, n_2`
    pairs tied in truth and in prediction, :math:`\tau_b = (C - D) / \sqrt{(n_0 - n_1)(n_0 - n_2)}`. Without ties it is
    tau-a, :math:`(C - D) / n_0`; with ties tau-a cannot reach 1, which is why tau-b is used (Kendall 1945,
    doi:10.1093/biomet/33.3.239).

    A group counts if its truth allows it: at least 3 distinct compositions and a truth that is not constant. Then a
    constant prediction scores 0, since it orders nothing; a model cannot leave a group by predicting a constant. Values
    of one group are tied if they agree to 12 digits of its largest one, so that rounding errors do not order anything.

    Parameters
    ----------
    mixtures
        Compositions and context of the `n` rows.
    truth, prediction
        Shape `(n,)`.

    Returns
    -------
    The mean over component sets of the mean over temperatures and solutes. Undefined where no group counts, and where
    a prediction in a group that counts, or any truth, is not finite.
    """
    if not len(mixtures) == len(truth) == len(prediction):
        raise ValueError(
            f"{len(mixtures)} mixtures, {len(truth)} true and {len(prediction)} predicted values do not pair"
        )
    reason = why_undefined(truth=truth)
    if reason:
        return RankCorrelation(Outcome.undefined(reason), 0, 0, 0)
    group = _dense(mixtures.component_set * (mixtures.context.max() + 1) + mixtures.context)
    enough = _distinct_per_group(group, mixtures.composition) >= MINIMUM_COMPOSITIONS
    varies = ~_constant_per_group(group, truth)
    rows = np.flatnonzero((enough & varies)[group])
    n_constant = int((enough & ~varies).sum())
    if len(rows) == 0:
        return RankCorrelation(Outcome.undefined(_no_group(n_constant)), 0, 0, n_constant)
    component_set = _dense(mixtures.component_set[rows])
    n_sets, n_groups = int(component_set.max()) + 1, int((enough & varies).sum())
    reason = why_undefined(prediction=prediction[rows])
    tau = (
        Outcome.undefined(reason)
        if reason
        else _mean_tau(_dense(group[rows]), component_set, truth[rows], prediction[rows])
    )
    return RankCorrelation(tau, n_sets, n_groups, n_constant)


def _no_group(n_constant: int) -> str:
    reason = f"no component set has {MINIMUM_COMPOSITIONS} compositions at one temperature and solute"
    return f"{reason} with a truth that varies (groups with a constant truth: {n_constant})" if n_constant else reason


def _mean_tau(group: IntArray, component_set: IntArray, truth: FloatArray, prediction: FloatArray) -> Outcome:
    """Mean over component sets of the mean over their groups; ids are dense and every group counts."""
    order, starts = _grouped(group)
    bounds = np.append(starts, len(group))
    taus = _tau_b_of_groups(_tied(truth[order], bounds), _tied(prediction[order], bounds), bounds)
    set_of_group = component_set[order][starts]
    return Outcome.of((np.bincount(set_of_group, taus) / np.bincount(set_of_group)).mean())


@compiled
def _tau_b_of_groups(truth: FloatArray, prediction: FloatArray, bounds: IntArray) -> FloatArray:
    """tau-b of each run of rows `bounds[g]:bounds[g + 1]`; 0 for a constant prediction."""
    taus = np.zeros(len(bounds) - 1)
    for g in range(len(taus)):
        score, untied_truth, untied_prediction = 0, 0, 0
        for i in range(bounds[g], bounds[g + 1]):
            for j in range(bounds[g], i):
                by_truth = np.sign(truth[i] - truth[j])
                by_prediction = np.sign(prediction[i] - prediction[j])
                score += int(by_truth * by_prediction)
                untied_truth += int(by_truth != 0)
                untied_prediction += int(by_prediction != 0)
        if untied_truth > 0 and untied_prediction > 0:
            taus[g] = score / np.sqrt(float(untied_truth) * float(untied_prediction))
    return taus


def _tied(values: FloatArray, bounds: IntArray) -> FloatArray:
    """Whole numbers in the order of the values of each run, equal where the values agree to 12 digits."""
    scale = np.maximum.reduceat(np.abs(values), bounds[:-1])
    scale[scale == 0.0] = 1.0
    tied: FloatArray = np.round(values / np.repeat(scale, np.diff(bounds)) * SIGNIFICANT_SCALE)
    return tied


def _constant_per_group(group: IntArray, values: FloatArray) -> BoolArray:
    order, starts = _grouped(group)
    tied = _tied(values[order], np.append(starts, len(group)))
    constant: BoolArray = np.minimum.reduceat(tied, starts) == np.maximum.reduceat(tied, starts)
    return constant


def _distinct_per_group(group: IntArray, label: IntArray) -> IntArray:
    pairs = np.unique(group * (label.max() + 1) + label)
    return np.bincount(pairs // (label.max() + 1))


def _grouped(group: IntArray) -> tuple[IntArray, IntArray]:
    """Order that brings the rows of each group together, and where each group starts in it."""
    order = np.argsort(group, kind="stable")
    return order, np.flatnonzero(np.diff(group[order], prepend=-1))


def _dense(labels: IntArray) -> IntArray:
    return np.unique(labels, return_inverse=True)[1]
