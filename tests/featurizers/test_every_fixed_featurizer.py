"""What holds for every fixed featurizer: one contract, one cache, every model that takes fixed features."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
import pytest
import torch

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.table import MixtureTable
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.gaussian import GaussianFeatures
from azeotrope.featurizers.joined import JoinedFeaturizer
from azeotrope.featurizers.minimol import MiniMol
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.featurizers.rdkit_2d import RDKit2D
from azeotrope.featurizers.transformers import TransformerEmbedding
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.neural.molecule_inputs import molecule_inputs
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature import NoTemperature
from azeotrope.models.trees import XGBoostModel

SMILES = ("O", "C", "CO", "CCO", "CCCO", "c1ccccc1")
Maker = Callable[[], FixedFeaturizer]


@pytest.fixture(
    params=["rdkit", "rdkit_2d", "morgan", "minimol", "gaussian", "tiny_roberta", "tiny_t5", "rdkit+morgan"]
)
def new(request: pytest.FixtureRequest) -> Maker:
    """Return a maker of new instances, as each fold builds its own."""
    if request.param.startswith("tiny"):
        folder = str(request.getfixturevalue(request.param))
        return lambda: TransformerEmbedding("tiny", folder, None, 16, 64)
    makers: dict[str, Maker] = {
        "rdkit": NormalizedDescriptors,
        "rdkit_2d": RDKit2D,
        "morgan": MorganFingerprint,
        "minimol": MiniMol,
        "gaussian": lambda: GaussianFeatures(8, 0),
        "rdkit+morgan": lambda: JoinedFeaturizer({"rdkit": NormalizedDescriptors(), "morgan": MorganFingerprint()}),
    }
    return makers[request.param]


@pytest.fixture
def molecules() -> Molecules:
    return Molecules.of(map(parse_molecule, SMILES))


@pytest.fixture
def dataset(molecules: Molecules) -> Dataset:
    """Thirty binaries, whose value is their mean molar mass."""
    generator = np.random.default_rng(0)
    pairs = [generator.choice(len(SMILES), 2, replace=False) for _ in range(30)]
    rows = [[(int(left), 0.25), (int(right), 0.75)] for left, right in pairs]
    value = np.array([sum(x * molecules.molar_mass_g_per_mol[i] for i, x in row) for row in rows])
    count = np.arange(len(rows) + 1)
    table = MixtureTable(
        Mixtures.from_rows(molecules, rows), value, count, np.zeros(len(rows), np.int64), count[:-1], ("raw.csv",)
    )
    info = PropertyInfo("example", "molar mass", "g/mol", LinearMixing(), "measured", None)
    return Dataset(info, table, CurationReport(len(rows), pd.DataFrame()))


def test_one_row_per_molecule_and_one_name_per_column(new: Maker) -> None:
    featurizer = new()
    assert featurizer.features([]).shape == (0, len(featurizer.names))
    features = featurizer.features(SMILES)
    assert features.shape == (len(SMILES), len(featurizer.names))
    assert features.dtype == np.float64
    assert len(set(featurizer.names)) == len(featurizer.names)
    assert new().identity == featurizer.identity


def test_a_second_fold_computes_nothing(
    new: Maker, molecules: Molecules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = featurize(new(), molecules, tmp_path)

    def forbidden(*_: object) -> NoReturn:
        raise AssertionError("a cached molecule is computed again")

    second = new()
    for part in second.parts:
        monkeypatch.setattr(type(part), "features", forbidden)
    np.testing.assert_array_equal(featurize(second, molecules, tmp_path), first)


def test_a_damaged_entry_is_computed_again(new: Maker, molecules: Molecules, tmp_path: Path) -> None:
    first = featurize(new(), molecules, tmp_path)
    entries = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    for entry in entries[::2]:
        entry.write_bytes(entry.read_bytes()[:-1])
    np.testing.assert_array_equal(featurize(new(), molecules, tmp_path), first)
    sizes = {entry.stat().st_size for entry in entries}
    assert sizes == {32 + 8 * len(part.names) for part in new().parts}


def test_trees_learn_from_it_and_are_restored(new: Maker, dataset: Dataset, tmp_path: Path) -> None:
    def model() -> XGBoostModel:
        return XGBoostModel(
            featurizer=new(),
            interaction=NoInteraction(),
            aggregator=WeightedSum(),
            temperature=NoTemperature(),
            decomposition=Direct(),
            n_estimators=40,
            max_depth=3,
            learning_rate=0.3,
            subsample=1.0,
            early_stopping_rounds=40,
            seed=0,
            threads=1,
        )

    trained, restored = model(), model()
    trained.fit(dataset, np.arange(25), np.arange(25, 30), FitContext(cache_folder=tmp_path))
    predicted = trained.predict(dataset.table.mixtures)
    assert np.abs(predicted - dataset.table.value)[:25].mean() < 0.2 * dataset.table.value.std()
    restored.load_state(trained.state())
    np.testing.assert_array_equal(restored.predict(dataset.table.mixtures), predicted)


def test_a_network_takes_it_standardised(new: Maker, molecules: Molecules) -> None:
    inputs = molecule_inputs(new())
    inputs.fit(molecules, np.arange(len(molecules)), FitContext())
    batch = inputs.store(molecules).batch(torch.arange(len(molecules)))
    encoded = inputs.build()(batch)
    assert encoded.shape == (len(molecules), len(new().names))
    assert torch.isfinite(encoded).all()
    assert encoded.mean(dim=0).abs().max() < 1e-9
