import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit.Chem import AllChem, MolFromSmiles
from rdkit.rdBase import BlockLogs

from azeotrope.errors import ConfigError, MoleculeError
from azeotrope.featurizers.fingerprints import MorganFingerprint

ORDINARY = ["O", "CCO", "c1ccccc1O", "CC(=O)Nc1ccc(O)cc1", "C[C@H](O)F", "CCCCCCCCCCCCCCCC"]


def test_no_molecules_give_no_rows() -> None:
    assert MorganFingerprint().features([]).shape == (0, 2048)
    assert len(MorganFingerprint().names) == 2048


def test_bits_of_methane_and_water_by_hand() -> None:
    """One heavy atom has one substructure, that of radius 0."""
    for smiles in ("C", "O", "[He]"):
        assert MorganFingerprint().features([smiles]).sum() == 1


@pytest.mark.parametrize("radius", [0, 2, 3])
@pytest.mark.parametrize("n_bits", [64, 2048])
def test_bits_are_those_of_the_older_rdkit_function(n_bits: int, radius: int) -> None:
    with BlockLogs():
        expected = [
            list(AllChem.GetMorganFingerprintAsBitVect(MolFromSmiles(smiles), radius, n_bits, useChirality=True))
            for smiles in ORDINARY
        ]
    features = MorganFingerprint(n_bits, radius).features(ORDINARY)
    assert features.dtype == np.float64
    np.testing.assert_array_equal(features, expected)


def test_odd_molecules_have_bits(odd_smiles: list[str]) -> None:
    features = MorganFingerprint().features(odd_smiles)
    assert features.shape == (len(odd_smiles), 2048)
    assert set(np.unique(features)) == {0.0, 1.0}
    assert (features.sum(axis=1) > 0).all()


def test_spelling_does_not_matter_and_chirality_does_if_asked() -> None:
    left, same, right = "C[C@H](O)F", "O[C@@H](C)F", "C[C@@H](O)F"
    with_it, without = MorganFingerprint(), MorganFingerprint(include_chirality=False)
    np.testing.assert_array_equal(*with_it.features([left, same]))
    assert not np.array_equal(*with_it.features([left, right]))
    np.testing.assert_array_equal(*without.features([left, right]))


@settings(max_examples=20)
@given(order=st.permutations(range(15)))
def test_a_row_does_not_depend_on_the_others(odd_smiles: list[str], order: list[int]) -> None:
    expected = MorganFingerprint(256).features(odd_smiles)
    np.testing.assert_array_equal(MorganFingerprint(256).features([odd_smiles[i] for i in order]), expected[order])


def test_every_option_is_in_the_identity() -> None:
    variants = [
        MorganFingerprint(),
        MorganFingerprint(n_bits=1024),
        MorganFingerprint(radius=3),
        MorganFingerprint(include_chirality=False),
    ]
    assert len({variant.identity for variant in variants}) == len(variants)
    assert "rdkit20" in variants[0].identity


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(smiles: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        MorganFingerprint().features(["C", smiles])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("option", "value"), [("n_bits", 0), ("n_bits", 2.5), ("radius", -1)])
def test_an_impossible_size_is_refused(option: str, value: float) -> None:
    with pytest.raises(ConfigError, match=f"{option} is {value}"):
        MorganFingerprint(**{option: value})  # type: ignore[arg-type]
