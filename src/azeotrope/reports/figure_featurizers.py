"""The figure that compares featurizers and predictors with the ideal baseline."""

from collections.abc import Sequence

from azeotrope.reports.figure_groups import by_split, figure_name, is_ideal, same_but, whole_training
from azeotrope.reports.figure_points import MAES, points_figure
from azeotrope.reports.fold_values import baseline_mae, spread_in_words
from azeotrope.reports.model_rows import left_out_in_words, model_rows
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment


def featurizers_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return excess MAE and MAE of all models with the ideal baseline, two panels a split, as Figure 4 of the paper.

    Parameters
    ----------
    experiments
        Of one data set; points of learning curves are left out.

    Returns
    -------
    None where no split has two models that differ in more than how they are given temperature.
    """
    splits = {
        split: members
        for split, members in by_split(whole_training(experiments)).items()
        if len({same_but(each, "temperature") for each in members if not is_ideal(each)}) > 1
    }
    shown = [each for members in splits.values() for each in members]
    if not shown:
        return None
    rows, n_left_out = model_rows([each for each in shown if not is_ideal(each)])
    first = shown[0]
    kinds = {each.labels["featurizer"] for row in rows for each in row.by_split.values()}
    colours = " Colour and shape tell the featurizer." if len(kinds) > 1 else ""
    caption = (
        f"{first.dataset}: excess MAE and MAE [{first.unit}] of every model, as in Figure 4 of the paper, on covered "
        f"test rows, those with known pure values; {spread_in_words(shown)}. Left of the dashed line a model is "
        f"better than the ideal baseline; rows are in the order of the excess RMSE.{colours}"
        f"{left_out_in_words(n_left_out)}"
    )
    lines = {split: (baseline_mae(members), None) for split, members in splits.items()}
    return points_figure(figure_name("featurizers", first.dataset), caption, rows, lines, "featurizer", MAES)
