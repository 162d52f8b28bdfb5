"""The heat map of a model's bias, its mean error of the excess, over pairs of components."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure

from azeotrope.reports.figure_groups import figure_name
from azeotrope.reports.figure_style import BLACK, PALE, VERMILION, round_ticks, shortened
from azeotrope.reports.fold_values import folds_in_words
from azeotrope.reports.pair_errors import PairErrors, best_with_pairs, pair_errors, usual_size
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.significant import significant

# Blue and vermilion differ in every colour vision; signs on the cells say the same in grey.
# Not BLUE itself, which a page lightens in the dark: these colours are a scale.
LOW = "#0073B3"
SIGNED = LinearSegmentedColormap.from_list("signed", [LOW, "#D9DEE2", VERMILION])
MINUS = "\N{MINUS SIGN}"
ON_CELL = "#101010"
CELL_INCHES, NAME_INCHES, TOP_INCHES, RIGHT_INCHES, SMALLEST_SIDE = 0.27, 1.45, 0.7, 0.2, 2.7
LONGEST_COMPONENT = 15
SCALE_INCHES = (1.9, 0.12)
SMALLEST_CELL = 0.4


def pairs_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return the heat map of the model with the smallest excess RMSE.

    Parameters
    ----------
    experiments
        Of one data set and split.

    Returns
    -------
    None where no model has binary test rows with names of components and a known excess.
    """
    found = best_with_pairs(experiments)
    errors = pair_errors(found[1]) if found else None
    if found is None or errors is None:
        return None
    model, _ = found
    size = len(errors.components)
    lower = np.tril_indices(size)
    caption = (
        f"Bias by pair on {model.dataset}, {model.split}, {model.title}: mean error of the excess (predicted minus "
        f"{model.origin}) [{model.unit}] of binary test mixtures over {folds_in_words([model])} "
        f"({errors.rows[lower].sum():,} rows); errors of opposite sign within a pair cancel. {_components(errors)} "
        f"Large cells have many rows (up to {errors.rows.max():,}); + is too high and {MINUS} too low; a small grey "
        f"cell was not tested.{_ends(errors)}"
    )
    side = max(CELL_INCHES * (size - 1), SMALLEST_SIDE)
    whole = (NAME_INCHES + side + RIGHT_INCHES, TOP_INCHES + side + NAME_INCHES)
    draw = partial(_draw, errors=errors, unit=model.unit, side=side, whole=whole)
    name = figure_name("pairs", model.dataset, model.split, model.title)
    return ReportFigure(
        name, caption, draw, *whole, dense=True, dataset=model.dataset, split=model.split, model=model.model
    )


def _components(errors: PairErrors) -> str:
    size, number = len(errors.components), errors.n_components
    return f"All {number} components." if size == number else f"{size} of {number} components, the most frequent."


def _ends(errors: PairErrors) -> str:
    """What the scale of colours leaves out, where it does."""
    limit = usual_size(errors.error)
    if not np.nanmax(np.abs(errors.error)) > limit:
        return ""
    return f" Colours end at ±{significant(limit, 2)}, the 95 % quantile; larger errors have the end colour."


def _draw(figure: Figure, errors: PairErrors, unit: str, side: float, whole: tuple[float, float]) -> None:
    figure.set_layout_engine(None)
    width, height = whole
    axes = figure.add_axes((NAME_INCHES / width, NAME_INCHES / height, side / width, side / height))
    scale = Normalize(-(limit := usual_size(errors.error)), limit)
    _draw_cells(axes, errors, scale)
    names = [shortened(name, LONGEST_COMPONENT) for name in errors.components]
    axes.set_xticks(range(len(names) - 1), names[:-1], rotation=90, rotation_mode="anchor", ha="right", va="center")
    axes.set_yticks(range(1, len(names)), names[1:])
    axes.tick_params(labelsize=8)
    axes.tick_params(length=0)
    axes.set_xlim(-0.6, len(names) - 1.4)  # the last component has no column, the first no row
    axes.set_ylim(len(names) - 0.4, 0.4)
    for spine in axes.spines.values():
        spine.set_visible(False)
    _draw_scale(figure, whole, scale, f"mean error of the excess [{unit}]")


def _draw_cells(axes: Axes, errors: PairErrors, scale: Normalize) -> None:
    """Draw the lower triangle: a square for each pair, its area by the rows behind it."""
    rows, columns = np.tril_indices(len(errors.components))
    counts, values = errors.rows[rows, columns], errors.error[rows, columns]
    half = 0.46 * np.where(counts > 0, SMALLEST_CELL + (1 - SMALLEST_CELL) * np.sqrt(counts / errors.rows.max()), 0.2)
    corner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    squares = np.stack([columns, rows], axis=1)[:, None, :] + half[:, None, None] * corner
    tested = counts > 0
    axes.add_collection(PolyCollection(squares[~tested & (rows != columns)], facecolor=PALE, lw=0))
    looks = {"facecolor": SIGNED(scale(values[tested])), "edgecolor": BLACK, "lw": 0.4}
    axes.add_collection(PolyCollection(squares[tested], **looks))
    for marker, chosen in (("+", tested & (values > 0)), ("_", tested & (values < 0))):
        axes.plot(columns[chosen], rows[chosen], ls="none", marker=marker, ms=4.5, mew=0.9, color=ON_CELL)


def _draw_scale(figure: Figure, whole: tuple[float, float], scale: Normalize, label: str) -> None:
    """Draw the scale of colours above the cells, at the right."""
    (width, height), (long, high) = whole, SCALE_INCHES
    left, foot = width - RIGHT_INCHES - long, height - 0.3 - high
    bar = figure.add_axes((left / width, foot / height, long / width, high / height))
    ends = (float(scale.vmin or 0.0), float(scale.vmax or 1.0))
    bar.imshow(SIGNED(np.linspace(0.0, 1.0, 64))[None], extent=(*ends, 0.0, 1.0), aspect="auto")
    bar.set_yticks([])
    bar.xaxis.set_major_locator(round_ticks(3, symmetric=True))
    bar.set_title(label, fontsize=8.5, fontweight="normal", loc="right", pad=3)
