from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.models.molecule_features import MoleculeFeatures
from azeotrope.models.protocol import FitContext
from azeotrope.typing import FloatArray


@dataclass
class Lengths(FixedFeaturizer):
    """Length of a SMILES, undefined for methane; remembers what it has seen."""

    identity: str = "lengths"
    names: tuple[str, ...] = ("length",)
    seen: list[str] = field(default_factory=list)

    def features(self, smiles: Sequence[str]) -> FloatArray:
        self.seen += smiles
        return np.array([[np.nan if text == "C" else len(text)] for text in smiles], dtype=float).reshape(-1, 1)


def molecules_of(*smiles: str) -> Molecules:
    return Molecules.of(parse_molecule(text) for text in smiles)


def test_undefined_features_are_those_of_the_training_molecules() -> None:
    molecules = molecules_of("C", "CCC", "CCCCC", "CCCCCCCCC")
    features = MoleculeFeatures(Lengths())
    train = np.array([molecules.smiles.index(smiles) for smiles in ("CCC", "CCCCC")])
    features.fit(molecules, train, FitContext())
    assert dict(zip(molecules.smiles, features.of(molecules)[:, 0], strict=True))["C"] == 4.0
    np.testing.assert_array_equal(features.of(molecules_of("C")), [[4.0]])


@pytest.mark.parametrize(("cached", "expected"), [(True, 1), (False, 2)])
def test_other_molecules_are_featurised_when_needed(tmp_path: Path, cached: bool, expected: int) -> None:
    featurizer = Lengths()
    features = MoleculeFeatures(featurizer)
    first, second = molecules_of("CC", "CCC"), molecules_of("CC", "CCCC")
    features.fit(first, np.array([0]), FitContext(cache_folder=tmp_path if cached else None))
    features.of(first)
    assert featurizer.seen == list(first.smiles)
    features.of(second)
    assert featurizer.seen.count("CC") == expected


def test_state_round_trip() -> None:
    molecules = molecules_of("C", "CCC")
    features, restored = MoleculeFeatures(Lengths()), MoleculeFeatures(Lengths())
    features.fit(molecules, np.array([0, 1]), FitContext())
    restored.load_state(features.state())
    np.testing.assert_array_equal(restored.of(molecules), features.of(molecules))
