"""The figure that shows what temperature heads do to the error of a model."""

from collections.abc import Sequence

from azeotrope.reports.figure_groups import by_split, figure_name, grouped, is_ideal, same_but, whole_training
from azeotrope.reports.figure_points import PAPER_ROWS, RMSES, points_figure
from azeotrope.reports.fold_values import baseline_error, noise_floor, spread_in_words
from azeotrope.reports.model_rows import left_out_in_words, model_rows
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

DIRECTION = "The split mixture_temperature trains at low and tests at high temperature, unless it says high_to_low."


def temperature_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return excess RMSE and RMSE of models that differ in nothing but their temperature head, two panels a split.

    Parameters
    ----------
    experiments
        Of one data set; points of learning curves are left out.

    Returns
    -------
    None where no model was run with two temperature heads on one split.
    """
    whole = whole_training(experiments)
    siblings = grouped([each for each in whole if not is_ideal(each)], lambda each: same_but(each, "temperature"))
    shown = [
        each
        for members in siblings.values()
        if len({sibling.labels["temperature"] for sibling in members}) > 1
        for each in members
    ]
    if not shown:
        return None
    rows, n_left_out = model_rows(shown)
    wanted = {each.split for each in shown}
    lines = {
        split: (baseline_error(members), noise_floor(members))
        for split, members in by_split(whole).items()
        if split in wanted
    }
    first = shown[0]
    caption = (
        f"{first.dataset}: excess RMSE and RMSE [{first.unit}] of models that differ in how they are given "
        f"temperature, on covered test rows, those with known pure values; {spread_in_words(shown)}. Colour and "
        f"shape tell the temperature head. {DIRECTION} {PAPER_ROWS.format(6)}{left_out_in_words(n_left_out)}"
    )
    return points_figure(figure_name("temperature", first.dataset), caption, rows, lines, "temperature", RMSES)
