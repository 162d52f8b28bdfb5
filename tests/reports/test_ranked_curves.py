from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.prediction_table import prediction_table
from azeotrope.reports.ranked_curves import ranked_curves
from azeotrope.reports.report_runs import StoredCurve
from azeotrope.splits.split import Split

WATER, OTHERS = "O", ("CCO", "CC(C)=O", "c1ccccc1", "CCCC", "CO")
FRACTIONS = (0.2, 0.4, 0.6)


def system(other: str, excess: float, fractions: tuple[float, ...] = FRACTIONS) -> list[tuple[dict[str, float], float]]:
    """Pure values are 10, so that the value is 10 plus the excess."""
    return [({WATER: x, other: 1.0 - x}, 10.0 + excess) for x in fractions]


def pure(*names: str) -> list[tuple[dict[str, float], float]]:
    return [({name: 1.0}, 10.0) for name in names]


def ten(mixtures: Mixtures) -> np.ndarray:
    """A model without excess, so that a system's error is its excess."""
    return np.full(len(mixtures), 10.0)


def ranked(
    dataset: Dataset, predict: Callable[[Mixtures], np.ndarray] = ten, *, shuffled: bool = False
) -> list[StoredCurve]:
    mixed = np.flatnonzero(~dataset.table.mixtures.is_pure)
    rows = mixed[::-1] if shuffled else mixed
    split = Split(np.flatnonzero(dataset.table.mixtures.is_pure), mixed[:0], rows)
    return ranked_curves(dataset, prediction_table(dataset, split, predict), predict)


def summary(curves: list[StoredCurve]) -> list[tuple[str, float, str]]:
    return [
        (each.place, round(each.error, 9), ({each.curve.first, each.curve.second} - {WATER}).pop()) for each in curves
    ]


def test_without_test_rows_or_binaries_there_is_no_curve(make_dataset: Callable[..., Dataset]) -> None:
    assert ranked(make_dataset(pure(WATER))) == []
    assert ranked(make_dataset([({WATER: 0.2, "CCO": 0.3, "CO": x}, 1.0) for x in (0.5,)])) == []


@pytest.mark.parametrize(
    ("excesses", "expected"),
    [
        ([1.0], [("median", 0)]),
        ([2.0, -1.0], [("best", 1), ("worst", 0)]),
        ([2.0, 3.0, -1.0], [("best", 2), ("median", 0), ("worst", 1)]),
        ([4.0, 2.0, 3.0, -1.0], [("best", 3), ("median", 1), ("worst", 0)]),
        ([4.0, 2.0, 0.5, 3.0, -1.0], [("best", 2), ("median", 1), ("worst", 0)]),
    ],
)
def test_places_by_hand(
    make_dataset: Callable[..., Dataset], excesses: list[float], expected: list[tuple[str, int]]
) -> None:
    rows = [row for other, excess in zip(OTHERS, excesses, strict=False) for row in system(other, excess)]
    dataset = make_dataset([*pure(WATER, *OTHERS), *rows])
    wanted = [(place, abs(excesses[index]), OTHERS[index]) for place, index in expected]
    assert summary(ranked(dataset)) == wanted
    assert summary(ranked(dataset, shuffled=True)) == wanted


def test_the_error_is_that_of_the_excess_not_of_the_value(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*pure(WATER, "CCO"), *system("CCO", 1.0)])
    (curve,) = ranked(dataset, lambda mixtures: ten(mixtures) + 5.0)  # wrong by 4 in value, its excess is 0
    assert curve.error == pytest.approx(1.0)


def test_two_compositions_are_no_curve_whatever_their_number(make_dataset: Callable[..., Dataset]) -> None:
    twice = system("CCO", 9.0, (0.2, 0.4, 0.4, 0.2))
    dataset = make_dataset([*pure(WATER, *OTHERS), *twice, *system("CO", 1.0)])
    assert summary(ranked(dataset)) == [("median", 1.0, "CO")]


def test_compositions_at_other_temperatures_do_not_count(make_dataset: Callable[..., Dataset]) -> None:
    rows = system("CCO", 1.0, (0.2, 0.3, 0.4, 0.5))
    assert ranked(make_dataset(rows, temperature_k=[300.0, 300.0, 310.0, 310.0])) == []
    (curve,) = ranked(make_dataset(rows, temperature_k=[300.0, 310.0, 310.0, 310.0]))
    assert curve.curve.temperature_k == 310.0
    assert sorted(np.round(np.minimum(curve.curve.test_fraction, 1 - curve.curve.test_fraction), 9)) == [0.3, 0.4, 0.5]


def test_without_any_reference_the_error_is_that_of_the_value(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*system("CCO", 2.0), *system("CO", 1.0)])
    assert summary(ranked(dataset)) == [("best", 1.0, "CO"), ("worst", 2.0, "CCO")]


def test_systems_without_references_are_not_ranked_among_those_with(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*pure(WATER, "CCO"), *system("CCO", 2.0), *system("CO", 1.0)])
    assert summary(ranked(dataset)) == [("median", 2.0, "CCO")]


def test_a_system_that_the_model_does_not_predict_is_left_out(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*pure(WATER, "CCO", "CO"), *system("CCO", 2.0), *system("CO", 1.0)])
    molecules = dataset.table.mixtures.molecules

    def silent(mixtures: Mixtures) -> np.ndarray:
        knows = np.array([molecules.smiles[index] != "CO" for index in mixtures.component])
        return np.where(np.bincount(mixtures.row_of_entry, ~knows, minlength=len(mixtures)) > 0, np.nan, 10.0)

    assert summary(ranked(dataset, silent)) == [("median", 2.0, "CCO")]


@settings(max_examples=20)
@given(excesses=st.lists(st.integers(-20, 20), min_size=1, max_size=5))
def test_the_order_equals_that_of_one_system_after_another(
    make_dataset: Callable[..., Dataset], excesses: list[int]
) -> None:
    rows = [row for other, each in zip(OTHERS, excesses, strict=False) for row in system(other, float(each))]
    curves = ranked(make_dataset([*pure(WATER, *OTHERS), *rows]))
    errors = sorted(abs(each) for each in excesses)
    by_place = {curve.place: round(curve.error, 9) for curve in curves}
    assert by_place.get("best", errors[0]) == errors[0]
    assert by_place.get("worst", errors[-1]) == errors[-1]
    assert by_place.get("median", errors[(len(errors) - 1) // 2]) == errors[(len(errors) - 1) // 2]
    assert len(curves) == min(len(errors), 3)
