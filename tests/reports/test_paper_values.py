import csv
from collections.abc import Callable
from importlib.resources import files

import pytest

from azeotrope.reports.paper_values import PaperValue, paper_value


def test_viscosity_mixture_dmpnn(make_labels: Callable[..., dict[str, str]]) -> None:
    assert paper_value(make_labels("dmpnn"), "excess_rmse") == PaperValue(0.18, 0.034, "Table 10")


@pytest.mark.parametrize(
    ("model", "dataset", "split", "metric", "expected"),
    [
        ("dmpnn", "viscosity", "random", "excess_rmse", (0.096, 0.0027, "Table 10")),
        ("rdkit_xgb", "viscosity", "mixture", "excess_rmse", (0.21, 0.048, "Table 10")),
        ("ideal", "mon", "mixture", "excess_rmse", (7.6, 3.6, "Table 10")),
        ("rdkit_xgb", "vaporization_enthalpy", "pure_to_mixture", "rmse", (1.6, 0.47, "Table 11")),
        ("rdkit_xgb", "vaporization_enthalpy", "pure_to_mixture", "rmse_covered", (1.6, 0.47, "Table 11")),
        ("dmpnn", "flash_point", "molecule", "ideal_rmse", (8.7, 3.2, "Table 12")),
        # Table 13 has another order of columns than the tables before it: enthalpy before solubility.
        ("ideal", "solubility", "random", "kendall_tau", (0.76, 0.0037, "Table 13")),
        ("ideal", "vaporization_enthalpy", "random", "kendall_tau", (0.83, 0.0036, "Table 13")),
    ],
)
def test_values_read_in_the_paper(
    make_labels: Callable[..., dict[str, str]],
    model: str,
    dataset: str,
    split: str,
    metric: str,
    expected: tuple[float, float, str],
) -> None:
    assert paper_value(make_labels(model, dataset=dataset, split=split), metric) == expected


def test_other_aggregators_and_interactions_come_from_table_4(make_labels: Callable[..., dict[str, str]]) -> None:
    assert paper_value(make_labels(aggregator="set2set"), "excess_rmse") == (0.19, 0.04, "Table 4")
    assert paper_value(make_labels(interaction="explicit"), "excess_rmse") == (0.19, 0.042, "Table 4")
    both = make_labels(interaction="explicit", aggregator="set2set")
    assert paper_value(both, "excess_rmse") is None


def test_table_10_counts_before_table_4_and_14(make_labels: Callable[..., dict[str, str]]) -> None:
    """Solvation, mixture split: Table 10 says 0.18 +- 0.037, Table 4 0.19 +- 0.048; MON with MolT5: 5.0 and 6.6."""
    assert paper_value(make_labels(dataset="solvation"), "excess_rmse") == (0.18, 0.037, "Table 10")
    molt5 = make_labels("dmpnn", featurizer="molt5", dataset="mon") | {"model": "molt5"}
    assert paper_value(molt5, "excess_rmse") == (5.0, 1.7, "Table 10")


@pytest.mark.parametrize(
    "change",
    [
        {"predictor": "ridge"},
        {"featurizer": "morgan"},
        {"decomposition": "excess"},
        {"model": "my_model"},
        {"split": "mixture_temperature"},
        {"dataset": "csv"},
    ],
)
def test_a_changed_part_borrows_no_number(make_labels: Callable[..., dict[str, str]], change: dict[str, str]) -> None:
    assert paper_value(make_labels("dmpnn") | change, "excess_rmse") is None


def test_temperature_is_not_compared(make_labels: Callable[..., dict[str, str]]) -> None:
    labels = make_labels(temperature="concat")
    assert paper_value(labels, "excess_rmse") == paper_value(make_labels(), "excess_rmse")


def test_of_the_ideal_baseline_only_split_and_model_count(make_labels: Callable[..., dict[str, str]]) -> None:
    with_parts = make_labels("ideal", aggregator="weighted_sum", decomposition="direct")
    assert paper_value(with_parts, "excess_rmse") == (0.3, 0.035, "Table 10")


@pytest.mark.parametrize("name", ["split", "model", "table", "metric"])
def test_a_data_set_named_like_a_column_is_no_data_set(make_labels: Callable[..., dict[str, str]], name: str) -> None:
    assert paper_value(make_labels(dataset=name), "excess_rmse") is None


def test_a_metric_the_paper_lacks(make_labels: Callable[..., dict[str, str]]) -> None:
    assert paper_value(make_labels(), "rsa") is None
    assert paper_value(make_labels(dataset="mon"), "kendall_tau") is None


def test_the_data_file_is_packaged_names_its_source_and_is_whole() -> None:
    lines = files("azeotrope.reports").joinpath("paper_values.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# Leenhouts et al. 2026")
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    tables = [row["table"] for row in rows]
    assert list(dict.fromkeys(tables)) == ["10", "11", "12", "13", "4", "14"]
    datasets = list(rows[0])[9:]
    cells = {
        table: sum(bool(row[name]) for row in rows if row["table"] == table for name in datasets) for table in tables
    }
    # Table 4 prints its weighted-sum row of the mixture split twice: 40 cells, four of them repeated.
    assert cells == {"10": 91, "11": 75, "12": 60, "13": 75, "4": 36, "14": 40}
