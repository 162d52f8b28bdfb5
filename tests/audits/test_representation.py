from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import zscore

from azeotrope.audits.blocks import BitBlock, DescriptorBlock, EmbeddingBlock
from azeotrope.audits.representation import Block, Representation
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.gaussian import GaussianFeatures
from azeotrope.featurizers.rdkit_2d import RDKit2D
from azeotrope.typing import FloatArray

MOLECULES = Molecules.of(map(parse_molecule, ("O", "CO", "CCO", "CCCO", "c1ccccc1")))
MORGAN, RDKIT_2D = BitBlock(MorganFingerprint()), DescriptorBlock(RDKit2D())


@dataclass(frozen=True)
class Given(Block):
    """Vectors as they are."""

    identity: str = "given"  # type: ignore[assignment]
    is_scaled: bool = True  # type: ignore[assignment]

    def features(self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool) -> FloatArray:
        return np.ones((len(molecules), 2))

    def vectors(self, features: FloatArray) -> FloatArray:
        return features


def features_of(representation: Representation) -> tuple[FloatArray, ...]:
    return representation.features(MOLECULES, None, show_progress=False)


def test_a_representation_without_blocks_is_refused() -> None:
    with pytest.raises(ConfigError, match="at least one block"):
        Representation({})


def test_one_block_keeps_its_own_distance() -> None:
    alone = Representation({"morgan": MORGAN})
    features = features_of(alone)
    np.testing.assert_array_equal(alone.distances(features), MORGAN.distances(features[0]))
    assert not alone.is_scaled(features).any()


def test_several_blocks_have_the_cosine_distance_of_all_prepared_columns() -> None:
    both = Representation({"rdkit_2d": RDKIT_2D, "morgan": MORGAN})
    descriptors, bits = features_of(both)
    filled = np.where(np.isnan(descriptors), np.nanmedian(descriptors, axis=0), descriptors)
    varying = filled[:, np.ptp(filled, axis=0) > 1e-9 * np.abs(filled).max(axis=0)]
    expected = pdist(np.column_stack([zscore(varying, axis=0), bits]), "cosine")
    np.testing.assert_allclose(both.distances((descriptors, bits)), expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(both.is_scaled((descriptors, bits)), [True] * 217 + [False] * 2048)


def test_joined_keeps_the_order_and_the_names() -> None:
    first = Representation({"rdkit_2d": RDKIT_2D, "morgan": MORGAN})
    second = Representation({"gaussian": EmbeddingBlock(GaussianFeatures(4, 0))})
    joined = Representation.joined(first, second)
    assert joined.name == "rdkit_2d+morgan+gaussian"
    assert [part.shape[1] for part in features_of(joined)] == [217, 2048, 4]
    assert joined.identity == f"{first.identity}+{second.identity}"
    assert first.name == "rdkit_2d+morgan"


def test_a_block_is_never_joined_twice() -> None:
    baseline = Representation({"rdkit_2d": RDKIT_2D, "morgan": MORGAN})
    with pytest.raises(ConfigError, match=r"bits is already part of the baseline rdkit_2d\+morgan"):
        Representation.joined(baseline, Representation({"bits": BitBlock(MorganFingerprint())}))


def test_two_different_blocks_of_one_name_are_refused() -> None:
    with pytest.raises(ConfigError, match="two different blocks are called morgan"):
        Representation.joined(
            Representation({"morgan": MORGAN}), Representation({"morgan": BitBlock(MorganFingerprint(radius=3))})
        )


def test_identity_tells_names_features_and_order_apart() -> None:
    blocks = {"a": MORGAN, "b": RDKIT_2D}
    identities = {
        Representation(blocks).identity,
        Representation({"b": RDKIT_2D, "a": MORGAN}).identity,
        Representation({"a": RDKIT_2D, "b": MORGAN}).identity,
        Representation({"a": MORGAN}).identity,
    }
    assert len(identities) == 4
    assert Representation(dict(blocks)).identity == Representation(blocks).identity


def test_molecules_without_a_direction_are_found() -> None:
    given = Representation({"given": Given()})
    features = (np.array([[1.0, 0.0], [0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0], [-1e-300, 0.0]]),)
    np.testing.assert_array_equal(given.lacks_direction(features), [False, True, True, True, False])
    two = Representation({"given": Given(), "other": Given("other")})
    parts = (np.array([[0.0, 0.0], [0.0, 0.0], [np.nan, 0.0]]), np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]))
    np.testing.assert_array_equal(two.lacks_direction(parts), [True, False, True])


def test_remarks_are_headed_by_the_name_of_the_block() -> None:
    both = Representation({"morgan": MORGAN, "descriptors": RDKIT_2D})
    remarks = both.remarks(features_of(both))
    assert remarks
    assert all(remark.startswith("descriptors: ") for remark in remarks)
