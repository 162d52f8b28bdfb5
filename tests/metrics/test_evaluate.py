import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.consistency import MAX_ROWS
from azeotrope.metrics.evaluate import Evaluation, evaluate
from azeotrope.splits.split import Split
from azeotrope.typing import FloatArray

MixturesBuilder = Callable[..., Mixtures]
DatasetBuilder = Callable[..., Dataset]
N_MOLECULES = 24
MLFLOW_NAME = re.compile(r"[A-Za-z0-9_./ -]+")
NAMES = set(
    "rmse mae r2 rmse_covered mae_covered r2_covered excess_rmse excess_mae ideal_rmse excess_ratio "
    "ideal_baseline_excess_rmse pure_coverage kendall_tau ideal_baseline_kendall_tau kendall_tau_all n_kendall_sets "
    "kendall_constant_truth delta_mae delta_mae_low delta_mae_high rsa rsa_low rsa_high rsa_distinct rsa_distinct_low "
    "rsa_distinct_high n_rsa_molecules "
    "consistency_permutation consistency_split consistency_zero consistency_pure validation_rmse n_test n_covered "
    "n_component_sets conformal_half_width conformal_coverage noise_floor".split()
)


def pure_value(component: FloatArray) -> FloatArray:
    return (component * 7 % N_MOLECULES).astype(np.float64)


def ideal(mixtures: Mixtures) -> FloatArray:
    """The measured ideal value of each row; no answer for the molecule without a measured pure value."""
    values = np.where(mixtures.component == N_MOLECULES - 1, np.nan, pure_value(mixtures.component))
    return np.add.reduceat(mixtures.mole_fraction * values, mixtures.offsets[:-1])


def truth(mixtures: Mixtures) -> FloatArray:
    """Ideal values plus a regular excess, 20 times the product of the two fractions; 0 for pure compounds."""
    values = np.add.reduceat(mixtures.mole_fraction * pure_value(mixtures.component), mixtures.offsets[:-1])
    squares = np.add.reduceat(mixtures.mole_fraction**2, mixtures.offsets[:-1])
    return values + 10.0 * (1.0 - squares)


def embed(mixtures: Mixtures) -> FloatArray:
    return np.column_stack([np.ones(len(mixtures)), pure_value(mixtures.component[mixtures.offsets[:-1]]) / 24])


@pytest.fixture(scope="module")
def data(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> Dataset:
    """Pure compounds but for the last one, and binaries of neighbours at four compositions; a noise floor of 0.5."""
    pure = [[(i, 1.0)] for i in range(N_MOLECULES - 1)]
    binaries = [[(i, x), (i + 1, 1.0 - x)] for i in range(N_MOLECULES - 1) for x in (0.2, 0.4, 0.6, 0.8)]
    rows = mixtures(pure + binaries, n_molecules=N_MOLECULES)
    made = dataset(rows, truth(rows))
    return replace(made, report=replace(made.report, noise_floor=0.5))


@pytest.fixture(scope="module")
def split(data: Dataset) -> Split:
    """The last 15 sets are the test rows, one of which has no pure reference."""
    mixed = np.flatnonzero(~data.table.mixtures.is_pure)
    return Split(np.flatnonzero(data.table.mixtures.is_pure), mixed[:32], mixed[32:], "component_set")


def test_a_page_explains_every_metric() -> None:
    page = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert {name for name in NAMES if f"`{name}`" not in page} == set()


def check(evaluation: Evaluation) -> None:
    """What must hold for every evaluation."""
    assert set(evaluation.metrics) == NAMES
    assert all(MLFLOW_NAME.fullmatch(name) for name in evaluation.metrics)
    assert {name for name, value in evaluation.metrics.items() if value is None} == set(evaluation.reasons)
    assert all(evaluation.reasons.values())
    defined = [value for value in evaluation.metrics.values() if value is not None]
    assert all(type(value) is float and np.isfinite(value) for value in defined)


def test_a_perfect_model(data: Dataset, split: Split) -> None:
    evaluation = evaluate(dataset=data, split=split, predict=truth, embed=embed)
    check(evaluation)
    metrics = evaluation.metrics
    assert evaluation.reasons == {}
    for name in ("rmse", "mae", "rmse_covered", "excess_rmse", "excess_mae", "ideal_rmse", "validation_rmse"):
        assert metrics[name] == pytest.approx(0.0, abs=1e-12)
    for name in ("r2", "r2_covered", "kendall_tau", "kendall_tau_all"):
        assert metrics[name] == pytest.approx(1.0, abs=1e-12)
    # excess 20 x (1 - x) of 3.2, 4.8, 4.8, 3.2
    assert metrics["ideal_baseline_excess_rmse"] == pytest.approx(np.sqrt((3.2**2 + 4.8**2) / 2), rel=1e-12)
    assert metrics["delta_mae"] == pytest.approx(-4.0, rel=1e-12)
    assert (metrics["n_test"], metrics["n_covered"], metrics["n_component_sets"]) == (60, 56, 15)
    assert metrics["pure_coverage"] == pytest.approx(56 / 60, rel=1e-15)
    assert (metrics["n_kendall_sets"], metrics["n_rsa_molecules"]) == (14, 23)
    assert metrics["rsa"] is not None
    assert metrics["rsa"] > 0.5
    assert metrics["rsa"] == metrics["rsa_distinct"]
    assert metrics["rsa_low"] != metrics["rsa_distinct_low"]
    assert metrics["noise_floor"] == 0.5


def test_the_ideal_baseline_is_compared_on_covered_rows(data: Dataset, split: Split) -> None:
    evaluation = evaluate(dataset=data, split=split, predict=ideal, embed=lambda _: None)
    check(evaluation)
    metrics, reasons = evaluation.metrics, evaluation.reasons
    assert reasons["rmse"] == "4 of 60 prediction values are not finite"
    assert metrics["rmse_covered"] == metrics["excess_rmse"] == metrics["ideal_baseline_excess_rmse"]
    assert metrics["excess_ratio"] == 1.0
    assert metrics["ideal_rmse"] == 0.0
    assert metrics["kendall_tau"] == metrics["ideal_baseline_kendall_tau"] is not None
    assert "4 of 60 prediction values" in reasons["kendall_tau_all"]
    assert (metrics["delta_mae"], metrics["delta_mae_low"], metrics["delta_mae_high"]) == (0.0, 0.0, 0.0)
    assert reasons["rsa"] == reasons["rsa_low"] == "the model has no representation"


def test_a_model_without_answers(data: Dataset, split: Split) -> None:
    evaluation = evaluate(
        dataset=data, split=split, predict=lambda rows: np.full(len(rows), np.nan), embed=lambda _: None
    )
    check(evaluation)
    counts = {name for name in NAMES if name.startswith("n_")} | {
        "kendall_constant_truth",
        "pure_coverage",
        "noise_floor",
    }
    baseline = {"ideal_baseline_excess_rmse", "ideal_baseline_kendall_tau"}
    assert NAMES - set(evaluation.reasons) == counts | baseline


def test_a_constant_model_scores_tau_0(data: Dataset, split: Split) -> None:
    metrics = evaluate(dataset=data, split=split, predict=lambda rows: np.full(len(rows), 3.0), embed=embed).metrics
    assert metrics["kendall_tau"] == metrics["kendall_tau_all"] == 0.0
    assert metrics["excess_ratio"] == 1.0


def test_delta_mae_is_against_the_measured_ideal_values(data: Dataset, split: Split) -> None:
    evaluation = evaluate(dataset=data, split=split, predict=lambda rows: truth(rows) + 5.0, embed=embed)
    rows = evaluation.predictions.query("part == 'test'").dropna(subset="ideal")
    expected = 5.0 - (rows["ideal"] - rows["truth"]).abs().mean()
    assert evaluation.metrics["delta_mae"] == pytest.approx(expected, rel=1e-12)
    assert evaluation.metrics["delta_mae_low"] == pytest.approx(expected, rel=1e-9), "all sets are alike"


def test_without_pure_references(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    rows = mixtures([[(0, x), (1, 1.0 - x)] for x in (0.2, 0.4, 0.6, 0.8)], n_molecules=N_MOLECULES)
    split = Split(np.array([0]), np.empty(0, dtype=np.int64), np.array([1, 2, 3]))
    evaluation = evaluate(dataset=dataset(rows, truth(rows)), split=split, predict=truth, embed=embed)
    check(evaluation)
    for name in (
        "rmse_covered",
        "excess_rmse",
        "excess_ratio",
        "kendall_tau",
        "delta_mae",
        "ideal_baseline_kendall_tau",
    ):
        assert "no row has measured pure values" in evaluation.reasons[name]
    assert evaluation.reasons["validation_rmse"] == "there are no rows"
    assert evaluation.reasons["noise_floor"] == "no mixture was measured twice in the data set"
    assert evaluation.metrics["pure_coverage"] == 0.0
    assert evaluation.metrics["rmse"] == 0.0
    assert evaluation.metrics["kendall_tau_all"] == 1.0


@pytest.mark.parametrize("n_test", [0, 1])
def test_no_test_row_and_one(data: Dataset, split: Split, n_test: int) -> None:
    evaluation = evaluate(
        dataset=data, split=Split(split.train, split.validation, split.test[:n_test]), predict=truth, embed=embed
    )
    check(evaluation)
    assert evaluation.metrics["n_test"] == n_test
    assert evaluation.metrics["r2"] is None
    assert evaluation.metrics["kendall_tau"] is None
    assert evaluation.metrics["delta_mae"] is None
    assert (evaluation.metrics["rmse"] is None) == (n_test == 0)


def test_context_is_part_of_the_evaluation(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    binaries = [[(0, x), (1, 1.0 - x)] for x in (0.2, 0.5, 0.8)]
    pure = [[(0, 1.0)], [(1, 1.0)]]
    rows = mixtures([*pure, *binaries, *pure, *binaries], [300.0] * 5 + [320.0] * 5, [5] * 10, n_molecules=N_MOLECULES)

    def model(some: Mixtures) -> FloatArray:
        assert some.temperature_k is not None
        return truth(some) * (some.temperature_k - 290.0)

    split = Split(np.array([0, 1, 5, 6]), np.empty(0, dtype=np.int64), np.array([2, 3, 4, 7, 8, 9]))
    evaluation = evaluate(dataset=dataset(rows, model(rows)), split=split, predict=model, embed=embed)
    check(evaluation)
    assert evaluation.metrics["excess_rmse"] == pytest.approx(0.0, abs=1e-12)
    assert evaluation.metrics["pure_coverage"] == 1.0
    assert evaluation.metrics["n_kendall_sets"] == 1
    assert "solute" in evaluation.reasons["rsa"]


def test_the_same_evaluation_twice_is_equal_and_leaves_the_data_as_they_are(data: Dataset, split: Split) -> None:
    before = data.table.content_hash
    first, second = (evaluate(dataset=data, split=split, predict=truth, embed=embed, seed=0) for _ in range(2))
    assert first.metrics == second.metrics
    assert first.predictions.equals(second.predictions)
    assert data.table.take(np.arange(len(data.table))).content_hash == before


def test_shifting_the_property_changes_no_error(data: Dataset, split: Split, dataset: DatasetBuilder) -> None:
    def model(rows: Mixtures) -> FloatArray:
        return truth(rows) * 0.9

    shifted = dataset(data.table.mixtures, data.table.value + 1000.0)
    plain = evaluate(dataset=data, split=split, predict=model, embed=embed).metrics
    moved = evaluate(dataset=shifted, split=split, predict=lambda rows: model(rows) + 1000.0, embed=embed).metrics
    for name in NAMES - {"rsa_low", "rsa_high", "noise_floor"}:
        assert moved[name] == pytest.approx(plain[name], abs=1e-8), name


def test_seven_thousand_rows_take_well_under_five_seconds(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    shares = np.linspace(0.05, 0.95, 14)
    sets = [(i, j) for i in range(N_MOLECULES - 1) for j in range(i + 1, N_MOLECULES)] * 2
    pure = [[(i, 1.0)] for i in range(N_MOLECULES)]
    rows = mixtures(
        pure + [[(i, x), (j, 1.0 - x)] for i, j in sets for x in shares],
        [300.0] * N_MOLECULES + [300.0] * 3864 + [310.0] * 3864,
        n_molecules=N_MOLECULES,
    )
    test = np.arange(N_MOLECULES, len(rows))
    data = dataset(rows, truth(rows))
    split = Split(np.arange(N_MOLECULES), np.empty(0, dtype=np.int64), test)
    start = time.process_time()
    evaluation = evaluate(dataset=data, split=split, predict=truth, embed=lambda _: None)
    assert time.process_time() - start < 5.0
    assert evaluation.metrics["n_test"] == 7728
    assert evaluation.metrics["n_kendall_sets"] == 276


def test_a_model_is_asked_for_each_row_and_each_pure_compound_once(
    mixtures: MixturesBuilder, dataset: DatasetBuilder
) -> None:
    """Four times as many compositions of the same pairs: no further call, and no pure compound or sample more."""

    def asked(n_compositions: int) -> tuple[int, int]:
        fractions = (np.arange(n_compositions) + 1) / (n_compositions + 1)
        pairs = [(i, i + 1) for i in range(N_MOLECULES - 1)]
        rows = mixtures([[(i, x), (j, 1.0 - x)] for i, j in pairs for x in fractions], n_molecules=N_MOLECULES)
        split = Split(np.empty(0, dtype=np.int64), np.arange(5), np.arange(5, len(rows)))
        calls: list[int] = []

        def predict(mixtures: Mixtures) -> FloatArray:
            calls.append(len(mixtures))
            return truth(mixtures)

        evaluate(dataset=dataset(rows, truth(rows)), split=split, predict=predict, embed=embed, n_resamples=10)
        return len(calls), sum(calls) - len(rows)

    # The rows, the pure compounds, and the consistency sample in seven forms.
    assert asked(40) == asked(160) == (9, N_MOLECULES + 7 * MAX_ROWS)
