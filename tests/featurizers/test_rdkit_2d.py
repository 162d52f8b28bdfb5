import logging
import re

import numpy as np
import pytest
from rdkit.Chem import Descriptors, MolFromSmiles

from azeotrope.errors import MoleculeError
from azeotrope.featurizers import rdkit_2d
from azeotrope.featurizers.rdkit_2d import RDKit2D

NAMES = RDKit2D().names


def test_no_molecules_give_no_rows() -> None:
    assert RDKit2D().features([]).shape == (0, len(NAMES))


def test_every_descriptor_of_rdkit_is_there_under_its_name() -> None:
    assert list(NAMES) == [name for name, _ in Descriptors.descList]
    assert len(NAMES) == 217


@pytest.mark.parametrize("smiles", ["O", "CCO", "c1ccccc1O", "CC(=O)Nc1ccc(O)cc1", "OC[C@@H](O)C"])
def test_values_are_those_of_rdkit(smiles: str) -> None:
    expected = Descriptors.CalcMolDescriptors(MolFromSmiles(smiles), missingVal=float("nan"))
    np.testing.assert_array_equal(RDKit2D().features([smiles])[0], [expected[name] for name in NAMES])


def test_ethanol_by_hand() -> None:
    (row,) = RDKit2D().features(["CCO"])
    assert row[NAMES.index("MolWt")] == pytest.approx(46.069)
    assert row[NAMES.index("HeavyAtomCount")] == 3
    assert row[NAMES.index("NumHDonors")] == 1


def test_what_rdkit_cannot_compute_is_undefined_and_nothing_else() -> None:
    """Helium has no bonds to take eigenvalues of, hydrogen no heavy atom, tellurium no charge parameters."""
    features = RDKit2D().features(["[He]", "[H][H]", "C[Te]C", "CCO"])
    undefined = [{NAMES[column] for column in np.flatnonzero(np.isnan(row))} for row in features]
    assert all(name.startswith("BCUT2D_") for name in undefined[0])
    assert len(undefined[0]) == 8
    assert undefined[1] == {"SPS"}
    assert {"MaxPartialCharge", "MinAbsPartialCharge"} < undefined[2]
    assert undefined[3] == set()


def test_an_infinite_value_is_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = [("infinite", lambda _: float("inf")), ("finite", lambda _: 1e300)]
    monkeypatch.setattr(rdkit_2d, "_descriptors", lambda: functions)
    np.testing.assert_array_equal(RDKit2D().features(["C"]), [[np.nan, 1e300]])


def test_values_above_single_precision_stay() -> None:
    (row,) = RDKit2D().features(["C" * 200])
    assert np.finfo(np.float32).max < row[NAMES.index("Ipc")] < np.inf


def test_a_row_does_not_depend_on_the_others(odd_smiles: list[str]) -> None:
    together = RDKit2D().features(odd_smiles[:14])
    np.testing.assert_array_equal(together, [RDKit2D().features([smiles])[0] for smiles in odd_smiles[:14]])
    np.testing.assert_array_equal(together[::-1], RDKit2D().features(odd_smiles[:14][::-1]))


def test_it_says_nothing_on_the_console(
    odd_smiles: list[str], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        RDKit2D().features(odd_smiles[:10])
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_the_identity_names_the_version() -> None:
    assert re.fullmatch(r"rdkit_2d-rdkit[\d.]+", RDKit2D().identity)


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(smiles: str) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        RDKit2D().features(["C", smiles])
