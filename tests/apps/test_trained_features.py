"""A trained run as a representation of molecules."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from azeotrope.apps.trained_features import TrainedFeatures
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.runs.index import list_runs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def runs(mixtures_csv: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Run folder of a tree model, which represents a molecule by its descriptors, and of ideal mixing."""
    outputs = tmp_path_factory.mktemp("trained")
    own = ("dataset=csv", f"dataset.path={mixtures_csv}", "dataset.quantity=hardness", "tracking=none")
    command = [sys.executable, str(ROOT / "train.py"), "-m", *own, "split=random", "split.fold=0"]
    result = subprocess.run(
        [*command, "model=ideal,rdkit_xgb"],
        env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return {run.identity.labels.model: str(run.path) for run in list_runs(outputs)}


def test_a_model_of_fixed_features_represents_molecules_by_them(runs: dict[str, str]) -> None:
    features = TrainedFeatures(runs["rdkit_xgb"])
    smiles = ["CCO", "O", "CC(C)=O"]
    expected = NormalizedDescriptors().features(smiles)
    defined = np.isfinite(expected)
    np.testing.assert_allclose(features.features(smiles)[defined], expected[defined], atol=1e-12)
    assert features.names[-1] == f"run_{expected.shape[1] - 1}"


def test_order_and_company_change_nothing(runs: dict[str, str]) -> None:
    features = TrainedFeatures(runs["rdkit_xgb"])
    together = features.features(["O", "CCO", "O"])
    np.testing.assert_array_equal(together[[1]], features.features(["CCO"]))
    np.testing.assert_array_equal(together[0], together[2])
    assert features.features([]).shape == (0, len(features.names))


def test_the_identity_is_that_of_the_checkpoint(runs: dict[str, str]) -> None:
    folder = runs["rdkit_xgb"]
    same = TrainedFeatures(str(Path(folder) / "model.ckpt"))
    assert TrainedFeatures(folder).identity == same.identity


def test_a_reader_is_told_what_the_model_knew(runs: dict[str, str]) -> None:
    inchis = {parse_molecule(smiles).inchi for smiles in ("O", "CCO", "CCCCCCCCCCC")}
    assert "hardness, with 2 of these 3 molecules" in TrainedFeatures(runs["rdkit_xgb"]).training_note(inchis)


def test_a_model_without_a_representation_is_refused(runs: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="no representation"):
        TrainedFeatures(runs["ideal"])


def test_a_missing_run_is_named() -> None:
    with pytest.raises(RunError, match="nowhere"):
        TrainedFeatures("nowhere")
