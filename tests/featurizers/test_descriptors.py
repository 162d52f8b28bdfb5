import logging
import re

import numpy as np
import pytest

from azeotrope.errors import MoleculeError
from azeotrope.featurizers.descriptors import NormalizedDescriptors

CHARGES = {"MaxAbsPartialCharge", "MaxPartialCharge", "MinAbsPartialCharge", "MinPartialCharge"}
ORDINARY = [
    "O",
    "CCO",
    "c1ccccc1O",
    "CC(=O)Nc1ccc(O)cc1",
    "ClC(Cl)(Cl)Cl",
    "CCCCCCCCCCCCCCCC",
    "CS(C)=O",
    "OC[C@@H](O)C",
]


def test_no_molecules_give_no_rows() -> None:
    assert NormalizedDescriptors().features([]).shape == (0, 200)


def test_numbers_are_those_of_descriptastorus() -> None:
    from descriptastorus.descriptors import MakeGenerator

    generator = MakeGenerator(("RDKit2DNormalized",))
    expected = np.array([generator.process(smiles) for smiles in ORDINARY], dtype=float)
    assert expected[:, 0].all()
    assert NormalizedDescriptors().names == tuple(name for name, _ in generator.GetColumns()[1:])
    np.testing.assert_allclose(NormalizedDescriptors().features(ORDINARY), expected[:, 1:], rtol=0, atol=1e-12)


def test_odd_molecules_have_percentiles_and_only_charges_may_be_undefined(odd_smiles: list[str]) -> None:
    features = NormalizedDescriptors().features(odd_smiles)
    assert features.shape == (len(odd_smiles), 200)
    defined = features[np.isfinite(features)]
    assert ((defined >= 0) & (defined <= 1)).all()
    undefined = {NormalizedDescriptors().names[column] for column in np.flatnonzero(np.isnan(features).any(axis=0))}
    assert undefined == CHARGES
    assert {odd_smiles[row] for row in np.flatnonzero(np.isnan(features).any(axis=1))} == {"C[Te]C", "C[As](C)C"}


def test_a_row_does_not_depend_on_the_others(odd_smiles: list[str]) -> None:
    together = NormalizedDescriptors().features(odd_smiles[:10])
    alone = [NormalizedDescriptors().features([smiles])[0] for smiles in odd_smiles[:10]]
    np.testing.assert_array_equal(together, alone)


def test_it_says_nothing_on_the_console(
    odd_smiles: list[str], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        NormalizedDescriptors().features(odd_smiles[:10])
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_the_identity_names_the_versions() -> None:
    assert re.fullmatch(r"rdkit2d_normalized-descriptastorus[\d.]+-rdkit[\d.]+", NormalizedDescriptors().identity)


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(smiles: str) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        NormalizedDescriptors().features(["C", smiles])
