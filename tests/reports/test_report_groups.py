from collections.abc import Callable

from azeotrope.reports.report_groups import by_dataset, table_names
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of


def test_nothing_is_no_group() -> None:
    assert by_dataset([]) == []
    assert table_names("a", []) == []


def test_data_sets_in_order_of_appearance_splits_by_name_ideal_first(make_report_run: Callable[..., ReportRun]) -> None:
    places = [("b", "z", "dmpnn"), ("a", "y", "dmpnn"), ("b", "x", "dmpnn"), ("b", "z", "ideal")]
    runs = [
        make_report_run(model, experiment=f"{dataset}{split}{model}", dataset=dataset, split=split)
        for dataset, split, model in places
    ]
    first, second = by_dataset(experiments_of(runs))
    assert (first.dataset, second.dataset) == ("b", "a")
    assert list(first.splits) == ["x", "z"]
    assert [each.model for each in first.splits["z"]] == ["ideal", "dmpnn"]


def test_one_name_with_two_units_is_two_data_sets(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [make_report_run(experiment=unit, unit=unit) for unit in ("K", "°C")]
    assert [group.unit for group in by_dataset(experiments_of(runs))] == ["K", "°C"]


def test_titles_say_what_is_computed(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    (measured,) = by_dataset(make_experiments({"dmpnn": 0.1}))
    (computed,) = by_dataset(make_experiments({"dmpnn": 0.1}, origin="computed"))
    assert measured.title == "viscosity [ln(mPa s)]"
    assert computed.title == "viscosity [ln(mPa s)] (computed, not measured)"


def test_names_are_good_for_files_and_differ() -> None:
    datasets = ["csv", "csv [ab12cd34]", "CSV", "<script>alert(1)</script>", "水", "../x", "csv-2"]
    names = table_names("t", datasets)
    assert names == ["t-csv", "t-csv-ab12cd34", "t-csv-2", "t-script-alert-1-script", "t", "t-x", "t-csv-2-2"]
