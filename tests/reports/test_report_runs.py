from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.reports.records import RunSummary
from azeotrope.reports.report_runs import ReportRun, experiments_of

MakeRun = Callable[..., RunSummary]


def report_run(summary: RunSummary) -> ReportRun:
    return ReportRun(summary, pd.DataFrame({"truth": [-3.0, np.nan, 2.0]}), {}, ())


def titles(*summaries: RunSummary) -> list[str]:
    return [experiment.title for experiment in experiments_of([report_run(each) for each in summaries])]


def test_no_runs() -> None:
    assert experiments_of([]) == []


def test_folds_are_sorted_and_experiments_keep_their_order(make_run: MakeRun) -> None:
    runs = [report_run(make_run({}, model, fold)) for model, fold in (("rdkit_xgb", 1), ("dmpnn", 0), ("rdkit_xgb", 0))]
    first, second = experiments_of(runs)
    assert [run.summary for run in first.runs] == [runs[2].summary, runs[0].summary]
    assert [run.summary for run in second.runs] == [runs[1].summary]
    assert first.folds == {0, 1}
    assert (first.model, first.split, first.dataset) == ("rdkit_xgb", "mixture", "viscosity")
    assert (first.unit, first.origin, first.labels) == ("ln(mPa s)", "measured", runs[0].summary.labels)


def test_two_runs_of_one_fold_are_refused(make_run: MakeRun) -> None:
    with pytest.raises(RunError, match="both fold 0"):
        titles(make_run({}), make_run({}))


def test_a_title_is_the_name_of_the_model_where_that_is_enough(make_run: MakeRun) -> None:
    elsewhere = [make_run({}, experiment=place, **{place: "other"}) for place in ("dataset", "split")]
    assert titles(make_run({}), *elsewhere, make_run({}, "rdkit_xgb")) == ["dmpnn", "dmpnn", "dmpnn", "rdkit_xgb"]


def test_labels_that_differ_follow_and_those_that_do_not_are_left_out(make_run: MakeRun) -> None:
    changes: list[Mapping[str, str]] = [{"featurizer": "a"}, {"featurizer": "b"}, {"featurizer": "b", "predictor": "p"}]
    runs = [make_run({}, experiment=str(number), **each) for number, each in enumerate(changes)]
    assert titles(*runs, make_run({}, "rdkit_xgb")) == [
        "dmpnn · featurizer=a · predictor=mlp",
        "dmpnn · featurizer=b · predictor=mlp",
        "dmpnn · featurizer=b · predictor=p",
        "rdkit_xgb",
    ]


def test_the_id_tells_experiments_apart_that_labels_do_not(make_run: MakeRun) -> None:
    runs = [make_run({}, experiment=each) for each in ("0123456789ab", "fedcba987654")]
    other = make_run({}, experiment="third", featurizer="b")
    assert titles(*runs) == ["dmpnn [01234567]", "dmpnn [fedcba98]"]
    assert titles(*runs, other) == [
        "dmpnn · featurizer=dmpnn [01234567]",
        "dmpnn · featurizer=dmpnn [fedcba98]",
        "dmpnn · featurizer=b",
    ]


def test_errors_within_rounding_of_the_largest_measured_value_are_none(make_run: MakeRun) -> None:
    metrics = {"excess_rmse": 2.9e-6, "rmse": 3.1e-6, "delta_mae": -1e-14, "mae": None, "consistency_split": 2e-16}
    (found,) = experiments_of([report_run(make_run(metrics))])
    assert found.runs[0].summary.metrics == metrics | {"excess_rmse": 0.0, "delta_mae": 0.0}
