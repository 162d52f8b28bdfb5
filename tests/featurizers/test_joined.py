from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.joined import JoinedFeaturizer
from azeotrope.featurizers.protocol import NoFeaturizer

ALCOHOLS = ["CO", "CCO", "CCCO"]


@pytest.fixture
def alcohols() -> Molecules:
    return Molecules.of(map(parse_molecule, ALCOHOLS))


@pytest.fixture
def joined(counting: Any) -> JoinedFeaturizer:
    return JoinedFeaturizer({"length": counting, "morgan": MorganFingerprint(n_bits=8)})


def test_no_molecules_give_no_rows(joined: JoinedFeaturizer, tmp_path: Path) -> None:
    assert joined.features([]).shape == (0, 10)
    assert featurize(joined, Molecules.of([]), tmp_path).shape == (0, 10)


def test_columns_and_names_are_those_of_the_blocks_in_order(joined: JoinedFeaturizer, counting: Any) -> None:
    features = joined.features(ALCOHOLS)
    np.testing.assert_array_equal(features[:, :2], counting.features(ALCOHOLS))
    np.testing.assert_array_equal(features[:, 2:], MorganFingerprint(n_bits=8).features(ALCOHOLS))
    assert joined.names[:3] == ("length:length", "length:oxygens", "morgan:morgan_0")
    assert len(joined.names) == features.shape[1]


def test_equal_blocks_have_different_names() -> None:
    joined = JoinedFeaturizer({"small": MorganFingerprint(radius=1), "large": MorganFingerprint(radius=2)})
    assert len(set(joined.names)) == 2 * 2048


def test_it_shares_the_cache_entries_of_its_blocks(
    joined: JoinedFeaturizer, counting: Any, alcohols: Molecules, tmp_path: Path
) -> None:
    alone = featurize(counting, alcohols, tmp_path)
    counting.seen.clear()
    together = featurize(joined, alcohols, tmp_path)
    assert counting.seen == []
    np.testing.assert_array_equal(together[:, :2], alone)
    np.testing.assert_array_equal(together, joined.features(alcohols.smiles))
    assert len(list((tmp_path / "features").iterdir())) == 2


def test_blocks_of_blocks_are_cached_one_by_one(joined: JoinedFeaturizer, alcohols: Molecules, tmp_path: Path) -> None:
    nested = JoinedFeaturizer({"inner": joined, "more": MorganFingerprint(n_bits=4)})
    np.testing.assert_array_equal(featurize(nested, alcohols, tmp_path), nested.features(alcohols.smiles))
    assert nested.names[0] == "inner:length:length"
    assert len(list((tmp_path / "features").iterdir())) == 3


def test_the_identity_changes_with_a_block(joined: JoinedFeaturizer, counting: Any) -> None:
    before = joined.identity
    counting.version = "2"
    assert joined.identity != before


def test_the_order_of_blocks_is_in_the_identity(counting: Any) -> None:
    morgan = MorganFingerprint()
    one = JoinedFeaturizer({"length": counting, "morgan": morgan})
    assert one.identity != JoinedFeaturizer({"morgan": morgan, "length": counting}).identity


def test_nothing_to_join_is_refused() -> None:
    with pytest.raises(ConfigError, match="no blocks"):
        JoinedFeaturizer({})


def test_a_learned_block_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="block graph is a NoFeaturizer; only fixed"):
        JoinedFeaturizer({"graph": NoFeaturizer()})  # type: ignore[dict-item]
