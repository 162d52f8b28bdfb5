"""Errors of the models of several splits, as points with error bars beside the ideal baseline."""

from collections.abc import Mapping, Sequence

from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from azeotrope.reports.figure_rows import (
    MARKERS,
    References,
    draw_points,
    draw_references,
    finish_rows,
    handles_of_references,
    look_of,
    start_at_zero,
)
from azeotrope.reports.figure_style import BLACK, shortened
from azeotrope.reports.fold_values import FoldValues
from azeotrope.reports.model_rows import ModelRow
from azeotrope.reports.panel_grid import PanelGrid, most_words, room_for
from azeotrope.reports.report_figure import ReportFigure

# All are of the rows with measured pure values, so that all models and the ideal baseline answer the same rows.
RMSES: Mapping[str, str] = {"excess_rmse": "excess RMSE", "rmse_covered": "RMSE"}
MAES: Mapping[str, str] = {"excess_mae": "excess MAE", "mae_covered": "MAE"}
PAPER_ROWS = "Figure {} of the paper shows these errors, but does not say of which test rows its RMSE is."
ROW_INCHES = 0.27


def points_figure(
    name: str,
    caption: str,
    rows: Sequence[ModelRow],
    lines: Mapping[str, References],
    label: str,
    metrics: Mapping[str, str],
) -> ReportFigure:
    """Return a figure of a panel for each split and metric.

    Parameters
    ----------
    name, caption
        Of the figure.
    rows
        Models, at least one for each split; a split shows those that ran on it, in this order.
    lines
        The splits to show, with the error of the ideal baseline and the noise floor on each.
    label
        The label by whose values points have colours and shapes.
    metrics
        The metrics to show and how they are called.
    """
    members = {split: [row.by_split[split] for row in rows if split in row.by_split] for split in lines}
    kinds = list(dict.fromkeys(each.labels[label] for found in members.values() for each in found))
    handles = [*_marks(kinds), *handles_of_references(list(lines.values()))]
    heights = tuple(ROW_INCHES * len(found) for found in members.values())
    room = room_for(each.title for found in members.values() for each in found)
    size = {"columns": len(metrics), "n_words": most_words(lines)}
    grid = PanelGrid(len(metrics) * len(lines), heights, len(handles), room, **size)

    def draw(figure: Figure) -> None:
        panels = iter(grid.panels(figure))
        for split, found in members.items():
            values = {metric: [FoldValues.of(each, metric) for each in found] for metric in metrics}
            for place, (metric, title) in enumerate(metrics.items()):
                axes = next(panels)
                draw_points(axes, values[metric], [kinds.index(each.labels[label]) for each in found])
                draw_references(axes, lines[split])
                finish_rows(axes, [each.title for each in found], values[metric], is_left=grid.is_left(place))
                start_at_zero(axes)
                axes.set_xlabel(f"{title} [{found[0].unit}]")
                grid.set_split_title(axes, split)
        grid.add_legend(figure, [*_marks(kinds), *handles_of_references(list(lines.values()))])

    dataset = next(iter(rows[0].by_split.values())).dataset
    return ReportFigure(name, caption, draw, *grid.size, dense=True, dataset=dataset)


def _marks(kinds: Sequence[str]) -> list[Artist]:
    """What a legend shows for the kinds; nothing where there is one."""
    shown = kinds[: len(MARKERS)] if len(kinds) > 1 else []
    return [
        Line2D([], [], ls="none", ms=6.5, mec=BLACK, mew=0.6, label=shortened(each), **look_of(place))
        for place, each in enumerate(shown)
    ]
