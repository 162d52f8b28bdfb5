from collections.abc import Callable

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.protocol import NoFeaturizer
from azeotrope.models.neural.message_passing import DirectedMessagePassing, SumReadout
from azeotrope.models.neural.molecule_inputs import FixedInputs, LearnedInputs, molecule_inputs
from azeotrope.models.protocol import FitContext

TRAIN = np.array([0, 1, 2])


@pytest.fixture
def molecules(mixtures_of: Callable[..., Mixtures]) -> Molecules:
    return mixtures_of([[("O", 1.0)]], also=["CCO", "CCCCCC", "c1ccccc1", "C[Te]C"]).molecules


def fitted(molecules: Molecules) -> FixedInputs:
    inputs = FixedInputs(NormalizedDescriptors())
    inputs.fit(molecules, TRAIN, FitContext())
    return inputs


def test_fixed_features_are_standardised_over_the_training_molecules(molecules: Molecules) -> None:
    features = fitted(molecules).store(molecules).batch(torch.from_numpy(TRAIN)).numpy()
    spread = features.std(axis=0)
    np.testing.assert_allclose(features.mean(axis=0), 0, atol=1e-9)
    assert (np.isclose(spread, 1) | np.isclose(spread, 0)).all()
    assert np.isclose(spread, 1).sum() > 50


def test_undefined_features_are_imputed(molecules: Molecules) -> None:
    assert torch.isfinite(fitted(molecules).store(molecules).features).all()


def test_a_batch_is_rows_in_order(molecules: Molecules) -> None:
    store = fitted(molecules).store(molecules)
    assert len(store) == len(molecules)
    chosen = torch.tensor([3, 0, 3])
    assert torch.equal(store.batch(chosen), store.features[chosen])
    encoder = FixedInputs(NormalizedDescriptors()).build()
    assert encoder.width == 200
    assert torch.equal(encoder(store.batch(chosen)), store.features[chosen])


def test_state_round_trip(molecules: Molecules) -> None:
    inputs = fitted(molecules)
    restored = FixedInputs(NormalizedDescriptors())
    restored.load_state(inputs.state())
    assert torch.equal(restored.store(molecules).features, inputs.store(molecules).features)


def test_a_state_of_other_features_is_a_named_error(molecules: Molecules) -> None:
    state = fitted(molecules).state()
    state["imputation"]["names"][0] = "Unheard"
    with pytest.raises(RunError, match="'Unheard'"):
        FixedInputs(NormalizedDescriptors()).load_state(state)


def test_a_learned_featurizer_learns_no_scaler(molecules: Molecules) -> None:
    inputs = molecule_inputs(DirectedMessagePassing(5, 2, SumReadout(1.0)))
    assert isinstance(inputs, LearnedInputs)
    assert inputs.state() == {}
    assert inputs.build()(inputs.store(molecules).batch(torch.arange(5))).shape == (5, 5)


def test_no_featurizer_is_refused() -> None:
    with pytest.raises(ConfigError, match="featurizer=dmpnn"):
        molecule_inputs(NoFeaturizer())
