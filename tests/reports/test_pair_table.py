from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.reports.pair_table import MOST_ROWS, worst_pairs_table, worst_pairs_tables
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


def test_nothing_to_show(make_experiment: Make) -> None:
    bare = make_experiment()
    empty = replace(bare, runs=tuple(replace(run, predictions=run.predictions.iloc[:0]) for run in bare.runs))
    assert [worst_pairs_table(found) for found in ([], [make_experiment("ideal")], [empty])] == [None] * 3
    assert worst_pairs_tables([]) == worst_pairs_tables([empty]) == ()


def test_the_worst_pair_of_rare_components_is_first_with_full_names(make_experiment: Make) -> None:
    names = [f"C{'C' * k}O" for k in range(30)]
    experiment = make_experiment(error=0.1, n_folds=1, n_rows=60, names=names)
    rows = experiment.runs[0].predictions.copy()
    rare = ["C" * 40, "O" + "C" * 40]
    rows.at[59, "smiles"] = rare
    rows.loc[59, "prediction"] = rows["truth"][59] - 2.0
    turned = replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))
    table = worst_pairs_table([make_experiment("worse", 0.5, n_folds=1), turned])
    assert table is not None
    assert len(table.rows) == MOST_ROWS
    assert [column.heading for column in table.columns] == [
        "compound", "other compound", "rows", "mean error [ln(mPa s)]", "RMSE [ln(mPa s)]",
    ]  # fmt: skip
    assert [cell.text for cell in table.rows[0]] == [*rare, "1", "-2.00", "2.00"]
    errors = [row[-1].value for row in table.rows]
    assert errors == sorted(errors, reverse=True)
    assert errors[1] == pytest.approx(0.1)
    assert "The 10 of 31 pairs" in table.caption
    assert "dmpnn" in table.caption


def test_few_pairs_are_all_shown_and_errors_that_cancel_are_seen(make_experiment: Make) -> None:
    experiment = make_experiment(n_folds=1, n_rows=4, names=("O", "CO"))
    rows = experiment.runs[0].predictions
    rows = rows.assign(prediction=rows["truth"] + np.array([0.5, -0.5, 0.5, -0.5]))
    table = worst_pairs_table([replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))])
    assert table is not None
    (cells,) = table.rows
    assert [cell.value for cell in cells[2:]] == pytest.approx([4, 0.0, 0.5])
    assert table.caption.startswith("All pairs")


def test_one_table_for_each_data_set_and_split_with_names_of_their_own(make_experiment: Make) -> None:
    found = [make_experiment(m, dataset=d, split=s) for m in ("a", "b") for d in ("a b", "a-b") for s in ("x", "y")]
    part = make_experiment(dataset="a b", split="x (max_train_mixtures=5)")  # a point of a learning curve
    tables = worst_pairs_tables([*found, part])
    assert len({table.name for table in tables}) == len(tables) == 4
