import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from hydra.utils import instantiate
from scipy.spatial.distance import pdist
from scipy.stats import zscore

from azeotrope.apps.compose import plain, prepare_hydra, without
from azeotrope.audits.blocks import BitBlock, DescriptorBlock, EmbeddingBlock
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.protocol import FixedFeaturizer, NoFeaturizer
from azeotrope.featurizers.rdkit_2d import RDKit2D
from azeotrope.places import conf_folder
from azeotrope.typing import FloatArray

MOLECULES = Molecules.of(map(parse_molecule, ("O", "CO", "CCO", "C[Te]C", "c1ccccc1", "C[C@H](O)F", "C[C@@H](O)F")))
REPRESENTATIONS = {
    "morgan": BitBlock,
    "rdkit_2d": DescriptorBlock,
    "molformer": EmbeddingBlock,
    "chemberta": EmbeddingBlock,
    "minimol": EmbeddingBlock,
    "molt5": EmbeddingBlock,
    "gaussian": EmbeddingBlock,
}


@dataclass(frozen=True)
class Columns(FixedFeaturizer):
    """A featurizer of named columns, whose values a test gives to the block itself."""

    names: tuple[str, ...] = ("a", "b", "c", "d")  # type: ignore[assignment]

    @property
    def identity(self) -> str:
        return "columns"

    def features(self, smiles: Sequence[str]) -> FloatArray:
        return np.zeros((len(smiles), len(self.names)))


def test_features_come_from_the_featurizer_through_its_cache(tmp_path: Path) -> None:
    featurizer = MorganFingerprint()
    features = BitBlock(featurizer).features(MOLECULES, tmp_path, show_progress=False)
    np.testing.assert_array_equal(features, featurizer.features(MOLECULES.smiles))
    entries = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert len(entries) == len(MOLECULES)
    featurize(featurizer, MOLECULES, tmp_path)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == entries


def test_a_featurizer_that_learns_or_sees_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="NoFeaturizer has no fixed features"):
        EmbeddingBlock(NoFeaturizer())  # type: ignore[arg-type]


def test_bits_have_tanimoto_distances_and_stay_bits() -> None:
    block = BitBlock(MorganFingerprint())
    bits = block.features(MOLECULES, None, show_progress=False)
    np.testing.assert_allclose(block.distances(bits), pdist(bits.astype(bool), "jaccard"), rtol=0, atol=1e-15)
    np.testing.assert_array_equal(block.vectors(bits), bits)
    assert not block.is_scaled


@pytest.mark.parametrize("value", [0.5, np.nan, 2.0])
def test_what_is_no_bit_is_named(value: float) -> None:
    with pytest.raises(ConfigError, match=f"b is {value}, which is no bit"):
        BitBlock(Columns()).distances(np.array([[0, 1, 0, 0], [1, value, 1, 0]]))


def test_embeddings_have_cosine_distances_of_the_raw_vectors() -> None:
    block = EmbeddingBlock(Columns())
    vectors = np.random.default_rng(0).normal(size=(6, 4)) + 3.0
    np.testing.assert_allclose(block.distances(vectors), pdist(vectors, "cosine"), rtol=0, atol=1e-14)
    assert block.is_scaled


def test_descriptors_by_hand() -> None:
    """Median fill before the z-score: (1, ?, 3) is (1, 2, 3), whose population deviation is the root of 2/3."""
    features = np.array([[1.0, 5.0, np.nan, 0.0], [np.nan, 5.0, np.nan, 0.0], [3.0, 5.0, np.nan, 6.0]])
    before = features.copy()
    vectors = DescriptorBlock(Columns()).vectors(features)
    expected = [[-np.sqrt(1.5), 0, 0, -np.sqrt(0.5)], [0, 0, 0, -np.sqrt(0.5)], [np.sqrt(1.5), 0, 0, np.sqrt(2)]]
    np.testing.assert_allclose(vectors, expected, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(features, before)


def test_descriptors_equal_the_reference_tools() -> None:
    block = DescriptorBlock(RDKit2D())
    features = block.features(MOLECULES, None, show_progress=False)
    assert np.isnan(features).any(), "the test needs an undefined descriptor"
    filled = np.where(np.isnan(features), np.nanmedian(features, axis=0), features)
    varying = filled[:, np.ptp(filled, axis=0) > 1e-9 * np.abs(filled).max(axis=0)]
    expected = pdist(zscore(varying, axis=0), "cosine")
    np.testing.assert_allclose(block.distances(features), expected, rtol=0, atol=1e-12)


def test_a_column_that_varies_by_rounding_alone_is_constant() -> None:
    features = np.array([[0.1 + 0.2, 1.0], [0.3, 2.0], [0.3, 3.0]])
    assert np.ptp(features[:, 0]) > 0
    np.testing.assert_array_equal(DescriptorBlock(Columns(("a", "b"))).vectors(features)[:, 0], 0.0)


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e39, 1e200, 1.7e308])
def test_the_size_of_a_descriptor_changes_nothing(size: float) -> None:
    block = DescriptorBlock(Columns())
    features = np.random.default_rng(0).uniform(-1, 1, size=(7, 4))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        large = block.vectors(features * [size, 1, size, 1])
    np.testing.assert_allclose(large, zscore(features, axis=0), rtol=0, atol=1e-12)


def test_median_of_huge_values_does_not_overflow() -> None:
    features = np.array([[1.5e308, 1.0], [1.7e308, 2.0], [np.inf, 4.0]])
    vectors = DescriptorBlock(Columns(("a", "b"))).vectors(features)
    np.testing.assert_allclose(vectors[:, 0], [-np.sqrt(1.5), np.sqrt(1.5), 0], rtol=0, atol=1e-12)


def test_order_of_the_molecules_changes_nothing() -> None:
    block = DescriptorBlock(Columns())
    features = np.random.default_rng(1).normal(size=(9, 4))
    features[3, 2] = np.nan
    order = np.random.default_rng(2).permutation(9)
    np.testing.assert_allclose(block.vectors(features[order]), block.vectors(features)[order], rtol=0, atol=1e-14)


def test_remarks_name_the_descriptors_that_were_replaced() -> None:
    features = np.array([[1.0, 5.0, np.nan, 0.0], [np.nan, 5.0, np.nan, 1e39], [3.0, 5.0, np.nan, 6.0]])
    assert DescriptorBlock(Columns()).remarks(features) == (
        "1 filled with the median where they are undefined: a",
        "1 defined for no molecule, so 0: c",
        "1 constant, so 0: b",
        "1 larger than a 32-bit number can be: d",
    )
    assert DescriptorBlock(Columns()).remarks(np.random.default_rng(0).normal(size=(5, 4))) == ()
    assert EmbeddingBlock(Columns()).remarks(features) == ()


def test_no_molecules_have_no_vectors() -> None:
    for block in (BitBlock(Columns()), EmbeddingBlock(Columns()), DescriptorBlock(Columns())):
        assert block.vectors(np.empty((0, 4))).shape == (0, 4)
        assert block.distances(np.empty((0, 4))).shape == (0,)


def test_identity_tells_features_and_treatment_apart() -> None:
    blocks = [BitBlock(MorganFingerprint()), BitBlock(MorganFingerprint(radius=3)), EmbeddingBlock(MorganFingerprint())]
    assert len({block.identity for block in blocks}) == 3
    assert BitBlock(MorganFingerprint()).identity == blocks[0].identity


def test_there_is_a_file_for_each_representation() -> None:
    files = {file.stem for file in (conf_folder() / "representation").glob("*.yaml")}
    assert {name for name in files if "+" not in name} == set(REPRESENTATIONS)


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_a_representation_takes_its_featurizer_from_the_group(name: str) -> None:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        config = compose(overrides=[f"+representation={name}", f"+featurizer={name}"])
    tree = plain(config.representation)
    assert tree["name"] == name
    assert tree["featurizer"] == plain(config.featurizer)
    block = instantiate(without(tree, "name"), _convert_="all")
    assert type(block) is REPRESENTATIONS[name]
    assert isinstance(block.featurizer, FixedFeaturizer)
