import io
from collections.abc import Callable

import pandas as pd

from azeotrope.reports.csv_form import COLUMNS, csv_text
from azeotrope.reports.records import RunSummary
from azeotrope.reports.summary import summarise

CONTRACT = (
    "dataset,split,model,featurizer,interaction,aggregator,temperature,predictor,decomposition,"
    "metric,mean,sd,folds,paper_mean,paper_sd,experiment"
)


def test_header_is_the_contract_even_without_rows() -> None:
    assert csv_text([]) == CONTRACT + "\n"


def test_round_trip_through_pandas(make_run: Callable[..., RunSummary]) -> None:
    third = 1 / 3
    runs = [
        make_run({"excess_rmse": 0.1, "rsa": None}, fold=0, dataset="viscosity"),
        make_run({"excess_rmse": third, "rsa": None}, fold=1, dataset="viscosity"),
        make_run({"rmse": 2.0}, experiment="other", dataset='odd, "name"\n[red]<script>'),
    ]
    rows = summarise(runs)
    frame = pd.read_csv(io.StringIO(csv_text(rows)))
    assert tuple(frame.columns) == COLUMNS
    assert frame["mean"].tolist()[0] == rows[0].mean
    assert frame["sd"].tolist()[0] == rows[0].sd
    assert frame["mean"].isna().tolist() == [False, True, False]
    assert frame["folds"].tolist() == [2, 0, 1]
    assert frame["paper_mean"].tolist()[0] == 0.18
    assert frame["paper_sd"].isna().tolist() == [False, True, True]
    assert frame["interaction"].tolist() == ["none"] * 3
    assert frame["dataset"].tolist()[2] == 'odd, "name"\n[red]<script>'
    assert frame["experiment"].tolist() == ["dmpnn", "dmpnn", "other"]
