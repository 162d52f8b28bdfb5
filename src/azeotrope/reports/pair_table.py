"""The pairs of compounds whose excess a model predicts worst."""

from collections.abc import Sequence

from azeotrope.reports.figure_groups import by_split, whole_training
from azeotrope.reports.fold_values import folds_in_words
from azeotrope.reports.pair_errors import best_with_pairs
from azeotrope.reports.report_cells import count_cell, text_cell
from azeotrope.reports.report_groups import by_dataset, table_names
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.significant import significant

PREFIX, MOST_ROWS = "worst-pairs", 10


def worst_pairs_tables(experiments: Sequence[ReportExperiment]) -> tuple[ReportTable, ...]:
    """Return one table for each data set and split that has errors by pair, like the figures of pairs."""
    groups = [
        members for each in by_dataset(experiments) for members in by_split(whole_training(each.experiments)).values()
    ]
    names = table_names(PREFIX, [f"{members[0].dataset} {members[0].split}" for members in groups])
    found = (worst_pairs_table(members, name) for members, name in zip(groups, names, strict=True))
    return tuple(table for table in found if table is not None)


def worst_pairs_table(experiments: Sequence[ReportExperiment], name: str = PREFIX) -> ReportTable | None:
    """Return the ten pairs with the largest RMSE of the excess of the model with the smallest excess RMSE.

    Parameters
    ----------
    experiments
        Of one data set and split.
    name
        Name of the table.

    Returns
    -------
    None where no model has binary test rows with names of components and a known excess.
    """
    found = best_with_pairs(experiments)
    if found is None:
        return None
    model, pairs = found
    worst = sorted(pairs, key=lambda each: (-each.rmse, each.components))[:MOST_ROWS]
    some = f"The {len(worst)} of {len(pairs):,} pairs of compounds with the largest RMSE of the excess"
    which = "All pairs of compounds by the RMSE of the excess" if len(worst) == len(pairs) else some
    return ReportTable(
        name,
        f"{which} on {model.dataset}, {model.split}, {model.title}: "
        f"binary test rows with known pure values of {folds_in_words([model])}.",
        (
            TableColumn("compound"),
            TableColumn("other compound"),
            TableColumn("rows", is_numeric=True),
            TableColumn("mean error", model.unit, is_numeric=True),
            TableColumn("RMSE", model.unit, is_numeric=True),
        ),
        tuple(
            (*map(text_cell, each.components), count_cell(each.rows), _cell(each.mean), _cell(each.rmse))
            for each in worst
        ),
        (f"mean error: predicted minus {model.origin} excess; where it is near 0 and the RMSE is not, errors cancel",),
        dataset=model.dataset,
        split=model.split,
        model=model.model,
    )


def _cell(value: float) -> TableCell:
    return TableCell(significant(value), value)
