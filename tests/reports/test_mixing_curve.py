from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.reports.mixing_curve import MixingCurve, NoCurve, mixing_curve

WATER, ETHANOL, ACETONE = "O", "CCO", "CC(C)=O"
FRACTIONS = (0.2, 0.4, 0.6, 0.8)
ROWS = [({WATER: 1.0}, 18.0), ({ETHANOL: 1.0}, 58.0), *(({WATER: x, ETHANOL: 1 - x}, 30.0 + x) for x in FRACTIONS)]


def share_of_water(mixtures: Mixtures) -> np.ndarray:
    is_water = np.array([mixtures.molecules.smiles[index] == WATER for index in mixtures.component])
    return np.bincount(mixtures.row_of_entry, mixtures.mole_fraction * is_water, minlength=len(mixtures))


def bent(mixtures: Mixtures) -> np.ndarray:
    """Pure values 20 and 60, and an excess of -8 x (1 - x)."""
    x = share_of_water(mixtures)
    return 20 * x + 60 * (1 - x) - 8 * x * (1 - x)


def test_lines_and_points_by_hand(make_dataset: Callable[..., Dataset]) -> None:
    curve = mixing_curve(make_dataset(ROWS), np.array([2, 4]), bent)
    assert isinstance(curve, MixingCurve)
    assert {curve.first, curve.second} == {WATER, ETHANOL}
    water = curve.grid if curve.first == WATER else 1 - curve.grid
    assert curve.grid[[0, -1]].tolist() == [0.0, 1.0]
    np.testing.assert_allclose(curve.ideal, 18 * water + 58 * (1 - water))
    np.testing.assert_allclose(curve.model_ideal, 20 * water + 60 * (1 - water))
    np.testing.assert_allclose(curve.prediction - curve.model_ideal, -8 * water * (1 - water), atol=1e-12)


def test_points_are_the_test_rows_then_the_others_with_the_pure_references(
    make_dataset: Callable[..., Dataset],
) -> None:
    curve = mixing_curve(make_dataset(ROWS), np.array([2, 4]), bent)

    def of_water(fraction: np.ndarray) -> list[float]:
        return np.round(fraction if curve.first == WATER else 1 - fraction, 9).tolist()

    assert sorted(zip(of_water(curve.test_fraction), curve.test_value, strict=True)) == [(0.2, 30.2), (0.6, 30.6)]
    assert sorted(zip(of_water(curve.other_fraction), curve.other_value, strict=True)) == [
        (0.0, 58.0),
        (0.4, 30.4),
        (0.8, 30.8),
        (1.0, 18.0),
    ]


def test_the_model_sees_pure_ends_in_the_systems_context(make_dataset: Callable[..., Dataset]) -> None:
    seen: list[Mixtures] = []

    def watching(mixtures: Mixtures) -> np.ndarray:
        seen.append(mixtures)
        return bent(mixtures)

    dataset = make_dataset(ROWS, temperature_k=[300.0] * 6, solute=ACETONE)
    curve = mixing_curve(dataset, np.array([2, 3]), watching)
    (mixtures,) = seen
    assert mixtures.n_components[[0, -1]].tolist() == [1, 1]
    assert (mixtures.mole_fraction > 0).all()
    assert set(mixtures.temperature_k) == {300.0}
    assert (curve.temperature_k, curve.solute) == (300.0, ACETONE)


def test_the_ideal_line_follows_the_mixing_rule(make_dataset: Callable[..., Dataset]) -> None:
    rows = [({WATER: 1.0}, 1.0), ({ETHANOL: 1.0}, 2.0), ({WATER: 0.5, ETHANOL: 0.5}, 1.7)]
    curve = mixing_curve(make_dataset(rows, rule=RaoultMixing()), np.array([2]), bent)
    middle = np.argmin(abs(curve.grid - 0.5))
    assert curve.ideal[middle] == pytest.approx(np.log(0.5 * np.e + 0.5 * np.e**2))


def test_without_a_pure_reference_the_ideal_line_is_unknown_not_zero(make_dataset: Callable[..., Dataset]) -> None:
    curve = mixing_curve(make_dataset(ROWS[1:]), np.array([1, 2]), bent)
    assert np.isnan(curve.ideal[1:-1]).all()
    assert np.isfinite(curve.model_ideal).all()
    assert len(curve.other_value) == 3  # two mixtures and the one known pure value


def test_no_binary_system_and_no_prediction_say_why(make_dataset: Callable[..., Dataset]) -> None:
    ternary = make_dataset([({WATER: 0.2, ETHANOL: 0.3, ACETONE: 0.5}, 1.0)])
    assert mixing_curve(ternary, np.array([0]), bent) == NoCurve("no test row is a binary mixture")
    nothing = mixing_curve(make_dataset(ROWS), np.array([2]), lambda mixtures: np.full(len(mixtures), np.nan))
    assert nothing == NoCurve("the model has no prediction for the chosen system")
