"""The figure that compares featurizers and predictors with the ideal baseline."""

from collections.abc import Sequence

from azeotrope.reports.figure_groups import by_split, figure_name, is_ideal, whole_training
from azeotrope.reports.figure_points import points_figure
from azeotrope.reports.fold_values import spread_in_words
from azeotrope.reports.model_rows import left_out_in_words, model_rows
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment


def featurizers_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return excess RMSE and RMSE of all models with the ideal baseline and the noise floor, two panels a split.

    Parameters
    ----------
    experiments
        Of one data set; points of learning curves are left out.

    Returns
    -------
    None where no split has two models to compare.
    """
    splits = {
        split: members
        for split, members in by_split(whole_training(experiments)).items()
        if sum(not is_ideal(each) for each in members) > 1
    }
    shown = [each for members in splits.values() for each in members]
    if not shown:
        return None
    rows, n_left_out = model_rows([each for each in shown if not is_ideal(each)])
    first = shown[0]
    caption = (
        f"{first.dataset}: excess RMSE and RMSE [{first.unit}] of every model on test rows with measured pure values; "
        f"{spread_in_words(shown)}. Colour and shape tell the featurizer; "
        f"left of the dashed line a model is better than the ideal baseline.{left_out_in_words(n_left_out)}"
    )
    return points_figure(figure_name("featurizers", first.dataset), caption, rows, splits, "featurizer")
