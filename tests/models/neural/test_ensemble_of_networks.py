from collections.abc import Callable

import numpy as np

from azeotrope.datasets.dataset import Dataset
from azeotrope.models.ensemble import Ensemble
from azeotrope.models.protocol import FitContext, Model


def test_neural_members_differ_and_one_alone_is_its_member(binaries: Dataset, model_of: Callable[..., Model]) -> None:
    rows, held_out = np.arange(90), np.arange(90, 120)
    alone = [model_of(seed=seed) for seed in (0, 1)]
    for model in alone:
        model.fit(binaries, rows, held_out, FitContext())
    ensemble = Ensemble(members=[model_of(seed=0), model_of(seed=1)])
    ensemble.fit(binaries, rows, held_out, FitContext())
    mixtures = binaries.table.mixtures
    first, second = (model.predict(mixtures) for model in alone)
    assert np.abs(first - second).max() > 1e-3
    np.testing.assert_array_equal(ensemble.predict(mixtures), (first + second) / 2)
