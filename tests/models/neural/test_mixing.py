from collections.abc import Callable

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.decompositions import Excess
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.mixing import ideal_of_entries
from azeotrope.models.protocol import Model
from azeotrope.models.scaling import Standardization
from azeotrope.typing import FloatArray

ROWS = [[("O", 1.0)], [("O", 0.2), ("C", 0.3), ("CCO", 0.5)], [("C", 0.4), ("O", 0.6)], [("C", 1.0), ("O", 0.0)]]
PURE = np.array([3.0, 3.0, -1.0, 900.0, -1.0, 3.0, 700.0, 720.0])
TARGET = Standardization(2.0, 0.5)


class Geometric(MixingRule):
    """A rule that has no tensor form."""

    name = "geometric"

    def ideal(self, mixtures: Mixtures, pure_values: FloatArray) -> FloatArray:
        return pure_values


@pytest.fixture
def mixtures(mixtures_of: Callable[..., Mixtures]) -> Mixtures:
    return mixtures_of(ROWS, [300.0] * 4)


@pytest.mark.parametrize("rule", [LinearMixing(), RaoultMixing()])
def test_it_is_the_rule_on_standardised_values(
    mixtures: Mixtures, batch_of: Callable[..., MixtureBatch], rule: MixingRule
) -> None:
    pure = torch.from_numpy(TARGET.apply(PURE))
    standardised = ideal_of_entries(rule, pure, batch_of(mixtures), TARGET.deviation)
    np.testing.assert_allclose(TARGET.invert(standardised.numpy()), rule.ideal(mixtures, PURE), rtol=1e-12)


@pytest.mark.parametrize("rule", [LinearMixing(), RaoultMixing()])
def test_gradients_are_the_rules_weights(
    mixtures: Mixtures, batch_of: Callable[..., MixtureBatch], rule: MixingRule
) -> None:
    pure = torch.from_numpy(TARGET.apply(PURE)).requires_grad_()
    batch = batch_of(mixtures)
    (gradient,) = torch.autograd.grad(ideal_of_entries(rule, pure, batch, TARGET.deviation).sum(), pure)
    total = torch.zeros(4, dtype=torch.float64).index_add(0, batch.row, gradient)
    torch.testing.assert_close(total, torch.ones(4, dtype=torch.float64))  # a common shift shifts the mixture as much
    assert gradient[7] == 0  # fraction 0
    if isinstance(rule, LinearMixing):
        torch.testing.assert_close(gradient, batch.mole_fraction)


def test_a_rule_without_a_tensor_form_is_named_before_any_work(
    mixtures: Mixtures, dataset_of: Callable[..., Dataset], model_of: Callable[..., Model]
) -> None:
    dataset = dataset_of(mixtures, [1.0] * 4, Geometric())
    with pytest.raises(ConfigError, match="no tensor form of the mixing rule 'geometric'"):
        model_of(decomposition=Excess("own")).check(dataset)
    model_of().check(dataset)
