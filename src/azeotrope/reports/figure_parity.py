"""The figure of predicted against measured values of the best models of a split."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from azeotrope.reports.distinct_names import BETWEEN, distinct_names
from azeotrope.reports.figure_groups import figure_name, is_ideal, ranked
from azeotrope.reports.figure_style import BLACK, BLUE, GREY, round_ticks, shortened
from azeotrope.reports.figure_whiskers import wrapped
from azeotrope.reports.fold_values import FoldValues, folds_in_words, n_covered
from azeotrope.reports.panel_grid import LONGEST_WORDS, PanelGrid
from azeotrope.reports.report_cells import mean_sd
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.typing import FloatArray

MOST_PANELS = 6
# Beyond so many rows of a model their density is drawn instead of points, and the baseline by evenly chosen rows.
FEW_ROWS, BASELINE_ROWS, BINS = 400, 300, 90
PANEL_INCHES, LEFT_INCHES, GAP_INCHES, LONGEST_TITLE = 2.3, 0.8, 0.3, 28
N_HANDLES = 3
FAINTEST = 0.55  # opacity of the least dense cells, seen on white and on black


def parity_figure(experiments: Sequence[ReportExperiment], most: int = MOST_PANELS) -> ReportFigure | None:
    """Return predicted against true values of the test rows of all folds, one panel for each of the best models.

    Parameters
    ----------
    experiments
        Of one data set and split.
    most
        Number of models that are shown, the best ones.

    Returns
    -------
    None where no model but the ideal baseline has predictions.
    """
    models = [each for each in ranked(experiments) if not is_ideal(each) and len(_rows(each))]
    shown = models[:most]
    if not shown:
        return None
    first, rows = shown[0], max(len(_rows(each)) for each in shown)
    chosen = f" The {most} models of the smallest excess RMSE of {len(models)}." if len(models) > len(shown) else ""
    caption = (
        f"{first.dataset}, {first.split}: predicted against {first.origin} value [{first.unit}] of the test rows of "
        f"{folds_in_words(shown)} (up to {rows:,} rows a model), with the line of equality. Where rows crowd, a "
        f"stronger colour is denser on a logarithmic scale; the ideal baseline is shown by up to {BASELINE_ROWS} "
        f"rows; predictions beyond the 0.1 and 99.9 % quantiles and beyond all true values are drawn at the frame. "
        f"RMSE: mean and sd over folds; tables have that of the covered rows, those with known pure values.{chosen}"
    )
    titles = distinct_names([each.title for each in shown], LONGEST_TITLE + 2 * LONGEST_WORDS)
    words = [_words(title, each) for title, each in zip(titles, shown, strict=True)]
    n_words = max(map(len, words))
    grid = PanelGrid(len(shown), (PANEL_INCHES,), N_HANDLES, LEFT_INCHES, gap_inches=GAP_INCHES, n_words=n_words)
    draw = partial(_draw, grid=grid, experiments=shown, titles=titles, words=words)
    name = figure_name("parity", first.dataset, first.split)
    return ReportFigure(name, caption, draw, *grid.size, dense=True, dataset=first.dataset, split=first.split)


def _rows(experiment: ReportExperiment) -> FloatArray:
    """Truth, prediction and ideal value of all test rows with a prediction, shape `(n, 3)`."""
    columns = ["truth", "prediction", "ideal"]
    frames = [run.predictions[columns].to_numpy(np.float64) for run in experiment.runs]
    rows: FloatArray = np.concatenate(frames)
    return rows[np.isfinite(rows[:, :2]).all(axis=1)]


def _draw(
    figure: Figure,
    grid: PanelGrid,
    experiments: Sequence[ReportExperiment],
    titles: Sequence[str],
    words: Sequence[Sequence[str]],
) -> None:
    rows = [_rows(each) for each in experiments]
    limits, is_large = _limits(rows), sum(map(len, rows)) > FEW_ROWS
    for place, (axes, experiment) in enumerate(zip(grid.panels(figure), experiments, strict=True)):
        _draw_rows(axes, rows[place], limits, is_large=is_large)
        axes.plot(limits, limits, color=BLACK, lw=0.9, zorder=3)
        axes.set_box_aspect(1)
        axes.set_xlim(limits)
        axes.set_ylim(limits)
        axes.xaxis.set_major_locator(round_ticks())
        axes.yaxis.set_major_locator(round_ticks())
        axes.set_xlabel(f"{experiment.origin} [{experiment.unit}]")
        if grid.is_left(place):
            axes.set_ylabel(f"predicted [{experiment.unit}]")
        axes.tick_params(labelleft=grid.is_left(place))
        grid.set_title(axes, shortened(titles[place].partition(BETWEEN)[0], LONGEST_TITLE), words[place])
    grid.add_legend(figure, _handles(is_crowded=any(len(each) > FEW_ROWS for each in rows)))


def _limits(rows: Sequence[FloatArray]) -> tuple[float, float]:
    """Ends of both axes: all true values, and all but the most extreme thousandth of the predictions."""
    truth = np.concatenate([each[:, 0] for each in rows])
    low, high = np.quantile(np.concatenate([each[:, 1] for each in rows]), [0.001, 0.999])
    low, high = min(low, truth.min()), max(high, truth.max())
    margin = 0.04 * (high - low) or 1.0
    return float(low - margin), float(high + margin)


def _draw_rows(axes: Axes, rows: FloatArray, limits: tuple[float, float], *, is_large: bool) -> None:
    """Draw model and baseline; in a large figure points become an image, since each is an element of an SVG."""
    truth, prediction, ideal = rows[:, 0], np.clip(rows[:, 1], *limits), rows[:, 2]
    covered = np.flatnonzero(np.isfinite(ideal))
    chosen = covered[np.linspace(0, len(covered) - 1, min(len(covered), BASELINE_ROWS)).round().astype(int)]
    look: dict[str, Any] = {"ls": "none", "rasterized": is_large}
    axes.plot(truth[chosen], ideal[chosen], marker="x", ms=3.5, mew=0.7, color=GREY, zorder=1, **look)
    if len(rows) <= FEW_ROWS:
        axes.plot(truth, prediction, marker="o", ms=3.2, mfc=BLUE, mec="none", alpha=0.7, zorder=2, **look)
        return
    counts, _, _ = np.histogram2d(prediction, truth, bins=BINS, range=[limits, limits])
    strength = np.log1p(counts) / np.log1p(counts.max())
    image = np.empty((*counts.shape, 4))
    image[..., :3] = to_rgb(BLUE)
    image[..., 3] = np.where(counts > 0, FAINTEST + (1 - FAINTEST) * strength, 0.0)
    axes.imshow(image, extent=(*limits, *limits), origin="lower", aspect="auto", interpolation="nearest", zorder=2)


def _words(title: str, experiment: ReportExperiment) -> list[str]:
    """Lines below the title of a panel: in what the model differs from its like, and its errors."""
    variant = title.partition(BETWEEN)[2]
    covered, n_rows = n_covered(experiment), len(_rows(experiment))
    errors = [f"all {n_rows:,} rows: {_error(experiment, 'rmse')}"]
    if covered == n_rows:
        errors = [f"{n_rows:,} rows, all covered: {_error(experiment, 'rmse')}"]
    elif covered is not None:
        errors.append(f"{covered:,} covered rows: {_error(experiment, 'rmse_covered')}")
    return [*(wrapped(variant, LONGEST_WORDS).split("\n") if variant else []), *errors]


def _error(experiment: ReportExperiment, metric: str) -> str:
    error = FoldValues.of(experiment, metric)
    if error.mean is None:
        return "RMSE undefined"
    return f"RMSE {mean_sd(error.mean, error.sd)}"


def _handles(*, is_crowded: bool) -> list[Artist]:
    points = Line2D([], [], ls="none", marker="o", ms=4.5, mfc=BLUE, mec="none", label="model")
    return [
        Patch(facecolor=BLUE, label="model") if is_crowded else points,
        Line2D([], [], ls="none", marker="x", ms=4.5, color=GREY, label="ideal baseline"),
        Line2D([], [], color=BLACK, lw=0.9, label="predicted = true"),
    ]
