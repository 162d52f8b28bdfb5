"""Excess RMSE and RMSE of the models of several splits, as points with error bars beside the ideal baseline."""

from collections.abc import Mapping, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from azeotrope.reports.figure_groups import ranked
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
from azeotrope.reports.fold_values import FoldValues, baseline_error, noise_floor
from azeotrope.reports.model_rows import ModelRow
from azeotrope.reports.panel_grid import PanelGrid, room_for, set_split_title
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

# RMSE is of the rows with measured pure values, so that all models and the ideal baseline answer the same rows.
METRICS: Mapping[str, str] = {"excess_rmse": "excess RMSE", "rmse_covered": "RMSE"}
ROW_INCHES = 0.27


def points_figure(
    name: str,
    caption: str,
    rows: Sequence[ModelRow],
    splits: Mapping[str, Sequence[ReportExperiment]],
    label: str,
) -> ReportFigure:
    """Return a figure of two panels for each split.

    Parameters
    ----------
    name, caption
        Of the figure.
    rows
        Models, at least one for each split; a split shows those that ran on it.
    splits
        The splits to show; all their experiments, the ideal baseline with them, are asked for the lines.
    label
        The label by whose values points have colours and shapes.
    """
    members = {split: ranked([row.by_split[split] for row in rows if split in row.by_split]) for split in splits}
    kinds = list(dict.fromkeys(each.labels[label] for found in members.values() for each in found))
    lines = {split: (baseline_error(found), noise_floor(found)) for split, found in splits.items()}
    handles = [*_marks(kinds), *handles_of_references(list(lines.values()))]
    heights = tuple(ROW_INCHES * len(found) for found in members.values())
    room = room_for(each.title for found in members.values() for each in found)
    grid = PanelGrid(len(METRICS) * len(splits), heights, len(handles), room, columns=len(METRICS))

    def draw(figure: Figure) -> None:
        panels = iter(grid.panels(figure))
        for split, found in members.items():
            for metric in METRICS:
                _draw_panel(
                    next(panels), metric, found, [kinds.index(each.labels[label]) for each in found], lines[split]
                )
        grid.add_legend(figure, [*_marks(kinds), *handles_of_references(list(lines.values()))])

    return ReportFigure(name, caption, draw, *grid.size, dense=True)


def _draw_panel(
    axes: Axes, metric: str, experiments: Sequence[ReportExperiment], kinds: Sequence[int], references: References
) -> None:
    values = [FoldValues.of(each, metric) for each in experiments]
    draw_points(axes, values, kinds)
    draw_references(axes, references)
    finish_rows(axes, [each.title for each in experiments], values, is_left=metric == next(iter(METRICS)))
    start_at_zero(axes)
    axes.set_xlabel(f"{METRICS[metric]} [{experiments[0].unit}]")
    set_split_title(axes, experiments[0].split)


def _marks(kinds: Sequence[str]) -> list[Artist]:
    """What a legend shows for the kinds; nothing where there is one."""
    shown = kinds[: len(MARKERS)] if len(kinds) > 1 else []
    return [
        Line2D([], [], ls="none", ms=6.5, mec=BLACK, mew=0.6, label=shortened(each), **look_of(place))
        for place, each in enumerate(shown)
    ]
