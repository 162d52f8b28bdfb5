# ruff: noqa: INP001 - a script, not a part of the package
"""All metrics of a fold, and the two that are loops elsewhere: Kendall's tau of groups, and a bootstrap of groups."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from comparison import COLUMNS, comparison
from rsa import timed
from scipy.stats import kendalltau
from stage import Cell, Row, Stage
from synthetic import Table

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.own_csv import CsvDataset
from azeotrope.metrics.evaluate import Evaluation, evaluate
from azeotrope.metrics.ranking import MINIMUM_COMPOSITIONS, kendall_tau
from azeotrope.metrics.resampling import PERCENTILES, delta_mae
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Size:
    """The table, of whose mixture rows a fifth is tested, and resamples."""

    table: Table
    n_resamples: int


FULL = Size(Table(n_rows=40_000), 2_000)
QUICK = Size(Table(n_rows=2_000), 100)


def measure(size: Size, _logs: Path) -> list[Row]:
    """Return one row each for all metrics, tau, and the bootstrap."""
    with TemporaryDirectory() as folder:
        csv = size.table.write(Path(folder) / "table.csv")
        dataset = CsvDataset(name="synthetic", quantity="value", unit="1", path=str(csv)).load(Path(folder) / "cache")
    split = MixtureSplit().split(dataset.table, 0)

    def run() -> Evaluation:
        return evaluate(dataset=dataset, split=split, predict=_predict, embed=_embed, n_resamples=size.n_resamples)

    found, seconds = timed(run)
    predictions = found.predictions[found.predictions["part"] == "test"].reset_index(drop=True)
    mixtures = dataset.table.mixtures.take(split.test)
    whole: dict[str, Cell] = {"task": f"every metric of {len(split.test):,} rows, {size.n_resamples:,} resamples"}
    whole |= {"azeotrope_s": seconds.clock, "other": "", "other_s": None, "ratio": None, "difference": None}
    return [whole, _ranking(mixtures, predictions), _bootstrap(predictions, size)]


def _ranking(mixtures: Mixtures, predictions: pd.DataFrame) -> Row:
    """Mean tau-b of the groups of one component set and temperature."""
    truth, prediction = (predictions[name].to_numpy() for name in ("truth", "prediction"))
    tau, ours = timed(lambda: kendall_tau(mixtures=mixtures, truth=truth, prediction=prediction).tau.value)
    labelled = predictions.assign(context=mixtures.context, composition=mixtures.composition)
    expected, other = timed(lambda: _tau_in_a_loop(labelled))
    text = "scipy.stats.kendalltau per group"
    return comparison("Kendall's tau within systems", ours.clock, text, other.clock, abs((tau or 0.0) - expected))


def _tau_in_a_loop(predictions: pd.DataFrame) -> float:
    """The same mean, by groups of pandas."""
    taus = {
        key: kendalltau(group["truth"], group["prediction"]).statistic
        for key, group in predictions.groupby(["component_set", "context"])
        if group["composition"].nunique() >= MINIMUM_COMPOSITIONS
    }
    return float(pd.Series(taus).groupby(level=0).mean().mean())


def _bootstrap(predictions: pd.DataFrame, size: Size) -> Row:
    """Interval of the improvement over ideal mixing, by resampling component sets."""
    covered = predictions[np.isfinite(predictions["ideal"])]
    truth, prediction, ideal = (covered[name].to_numpy() for name in ("truth", "prediction", "ideal"))
    groups = covered["component_set"].to_numpy()

    def interval() -> list[float | None]:
        found = delta_mae(
            truth=truth, prediction=prediction, baseline=ideal, groups=groups, n_resamples=size.n_resamples
        )
        return [found.low.value, found.high.value]

    found, ours = timed(interval)
    expected, other = timed(lambda: _resampled_in_a_loop(covered, size.n_resamples))
    difference = float(np.abs(np.array(found, dtype=np.float64) - expected).max())
    task = f"interval from {size.n_resamples:,} resamples of systems"
    return comparison(task, ours.clock, "a loop over sums of groups", other.clock, difference)


def _resampled_in_a_loop(covered: pd.DataFrame, n_resamples: int) -> FloatArray:
    """Limits of the difference of the MAEs on drawn component sets; the draws are those of the kernel."""
    error = (covered["prediction"] - covered["truth"]).abs() - (covered["ideal"] - covered["truth"]).abs()
    of_groups = error.groupby(covered["component_set"])
    sums, sizes = of_groups.sum().to_numpy(), of_groups.size().to_numpy()
    rng, differences = np.random.default_rng(0), []
    for _ in range(n_resamples):
        drawn = rng.integers(len(sums), size=len(sums))
        differences.append(sums[drawn].sum() / sizes[drawn].sum())
    return np.percentile(differences, PERCENTILES)


def _predict(mixtures: Mixtures) -> FloatArray:
    """Return a model that costs nothing: the mean of a number per molecule, and an interaction."""
    parts = mixtures.mole_fraction * np.sin(1.0 + mixtures.component)
    sums = np.bincount(mixtures.row_of_entry, parts, len(mixtures))
    return sums + 0.1 * np.bincount(mixtures.row_of_entry, np.square(mixtures.mole_fraction), len(mixtures))


def _embed(mixtures: Mixtures) -> FloatArray:
    """Return two numbers per mixture."""
    weights = [np.bincount(mixtures.row_of_entry, each(mixtures.component), len(mixtures)) for each in (np.sin, np.cos)]
    return np.column_stack(weights)


STAGE = Stage(
    name="evaluation",
    title="Evaluation",
    explanation="""\
`evaluate` with every metric on the test rows of a made-up table, with a model whose predictions cost nothing, and two
of its parts against the loops that one would write with SciPy and pandas. Seconds are the best of three.""",
    columns=COLUMNS,
    measure=measure,
    full=FULL,
    quick=QUICK,
)
