from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import RaoultMixing
from azeotrope.datasets.dataset import Dataset
from azeotrope.models.neural.learned import Learned


def test_it_learns_from_the_train_rows_alone(binaries: Dataset, dataset_of: Callable[..., Dataset]) -> None:
    train = np.arange(50)
    value = binaries.table.value.copy()
    value[50:] += 1000.0
    shifted = Learned.of(dataset_of(binaries.table.mixtures, value), train, measured_pure=True)
    assert shifted == Learned.of(binaries, train, measured_pure=True)
    assert shifted.target.mean == pytest.approx(binaries.table.value[:50].mean())
    assert shifted.temperature_scale.mean == pytest.approx(binaries.table.mixtures.temperature_k[:50].mean())


@pytest.mark.parametrize("measured_pure", [True, False])
def test_a_state_restores_it(with_solute: Dataset, dataset_of: Callable[..., Dataset], measured_pure: bool) -> None:
    dataset = dataset_of(with_solute.table.mixtures, with_solute.table.value, RaoultMixing())
    learned = Learned.of(dataset, np.arange(12), measured_pure=measured_pure)
    assert (learned.references is not None) == measured_pure
    assert learned.rule.name == "raoult"
    assert Learned.from_state(learned.state()) == learned
