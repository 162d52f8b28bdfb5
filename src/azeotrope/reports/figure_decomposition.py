"""The figure that splits every model's error into the error of the ideal part and of the excess."""

from collections.abc import Sequence
from functools import partial

from matplotlib.artist import Artist
from matplotlib.figure import Figure

from azeotrope.reports.figure_groups import by_split, figure_name, is_ideal, whole_training
from azeotrope.reports.figure_rows import (
    REFERENCES,
    BarLook,
    References,
    draw_bars,
    draw_references,
    finish_rows,
    handles_of_bars,
    handles_of_references,
    start_at_zero,
)
from azeotrope.reports.figure_style import BLUE, VERMILION
from azeotrope.reports.fold_values import FoldValues, baseline_error, noise_floor, spread_in_words
from azeotrope.reports.model_rows import ModelRow, left_out_in_words, model_rows
from azeotrope.reports.panel_grid import PanelGrid, most_words, room_for
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

LOOKS = (BarLook("ideal part", BLUE, ""), BarLook("excess", VERMILION, "////"))
METRICS = ("ideal_rmse", "excess_rmse")
LINES = ("excess RMSE of ideal mixing", REFERENCES[1])
ROW_INCHES = 0.42


def decomposition_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return the RMSE of the ideal part and of the excess of every model, a panel for each split.

    Parameters
    ----------
    experiments
        Of one data set; points of learning curves are left out.

    Returns
    -------
    None where no model has an excess RMSE.
    """
    whole = whole_training(experiments)
    rows, n_left_out = model_rows([each for each in whole if not is_ideal(each) and _has_excess(each)])
    if not rows:
        return None
    splits = {
        split: members for split, members in by_split(whole).items() if any(split in row.by_split for row in rows)
    }
    first = whole[0]
    caption = (
        f"{first.dataset}: RMSE of the ideal part (from each model's own pure predictions) and of the excess "
        f"[{first.unit}] on covered test rows, those with known pure values; "
        f"{spread_in_words(whole)}, a panel for each split. The two errors add row by row; RMSEs do not. A model whose "
        f"excess bar reaches the dashed line knows no more about mixing than ideal mixing does."
        f"{left_out_in_words(n_left_out)}"
    )
    lines = [(baseline_error(members), noise_floor(members)) for members in splits.values()]
    room = room_for(row.title for row in rows)
    n_handles = len(_handles(lines))
    grid = PanelGrid(len(splits), (ROW_INCHES * len(rows),), n_handles, room, n_words=most_words(splits))
    draw = partial(_draw, grid=grid, rows=rows, lines=dict(zip(splits, lines, strict=True)), unit=first.unit)
    name = figure_name("decomposition", first.dataset)
    return ReportFigure(name, caption, draw, *grid.size, dense=True, dataset=first.dataset)


def _has_excess(experiment: ReportExperiment) -> bool:
    return FoldValues.of(experiment, "excess_rmse").mean is not None


def _draw(figure: Figure, grid: PanelGrid, rows: list[ModelRow], lines: dict[str, References], unit: str) -> None:
    for place, (axes, (split, references)) in enumerate(zip(grid.panels(figure), lines.items(), strict=True)):
        values = [
            [FoldValues.of(row.by_split[split], metric) if split in row.by_split else None for row in rows]
            for metric in METRICS
        ]
        draw_bars(axes, LOOKS, values)
        draw_references(axes, references)
        finish_rows(axes, [row.title for row in rows], values[1], is_left=grid.is_left(place))
        start_at_zero(axes)
        axes.set_xlabel(f"RMSE [{unit}]")
        grid.set_split_title(axes, split)
    grid.add_legend(figure, _handles(list(lines.values())))


def _handles(lines: Sequence[References]) -> list[Artist]:
    return [*handles_of_bars(LOOKS), *handles_of_references(lines, LINES)]
