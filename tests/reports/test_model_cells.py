from collections.abc import Callable

from azeotrope.reports.model_cells import model_cells, model_columns
from azeotrope.reports.report_runs import ReportRun, experiments_of


def test_a_model_with_one_experiment_needs_no_variant(make_report_run: Callable[..., ReportRun]) -> None:
    experiments = experiments_of([make_report_run("dmpnn"), make_report_run("ideal")])
    assert [column.title for column in model_columns(experiments)] == ["split", "model"]
    assert [cell.text for cell in model_cells(experiments[0], experiments)] == ["mixture", "dmpnn"]


def test_variants_are_told_apart(make_report_run: Callable[..., ReportRun]) -> None:
    kinds = ("mean", "weighted_sum")
    runs = [make_report_run(experiment=kind, aggregator=kind) for kind in kinds]
    experiments = experiments_of([*runs, make_report_run("ideal")])
    assert [column.title for column in model_columns(experiments)] == ["split", "model", "variant"]
    assert [model_cells(each, experiments)[2].text for each in experiments] == [
        "aggregator=mean",
        "aggregator=weighted_sum",
        "",
    ]
