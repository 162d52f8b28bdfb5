"""`azeotrope predict`: the traps that users of such tools run into."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from azeotrope.apps.cli import app
from azeotrope.apps.prediction import TrainedModel
from azeotrope.errors import ConfigError, DataError, RunError
from azeotrope.models.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from azeotrope.runs.index import list_runs
from azeotrope.runs.record import RunRecord

ROOT = Path(__file__).resolve().parents[2]
ROWS = "name,smiles_1,fraction_1,smiles_2,fraction_2\n"


@pytest.fixture(scope="module")
def trained(mixtures_csv: Path, tmp_path_factory: pytest.TempPathFactory) -> list[RunRecord]:
    """Two folds of a small tree model."""
    outputs = tmp_path_factory.mktemp("trained")
    own = ("dataset=csv", f"dataset.path={mixtures_csv}", "dataset.unit=kJ/mol", "tracking=none", "split=random")
    model = ("model=rdkit_xgb", "predictor.n_estimators=30", "split.folds=[0,1]")
    command = [sys.executable, str(ROOT / "train.py"), *own, *model]
    result = subprocess.run(
        command, env=os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return list_runs(outputs)


def predicted(arguments: list[object], text: str, folder: Path) -> pd.DataFrame:
    """Predict a CSV text and return the rows that came back."""
    file, output = folder / "new.csv", folder / "predicted.csv"
    file.write_text(text)
    result = CliRunner().invoke(app, ["predict", *map(str, arguments), str(file), "-o", str(output)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return pd.read_csv(output, keep_default_na=False)


def test_the_checkpoint_alone_predicts_what_its_run_folder_does(trained: list[RunRecord], tmp_path: Path) -> None:
    lonely = tmp_path / "elsewhere.ckpt"
    shutil.copy(trained[0].path / "model.ckpt", lonely)
    text = ROWS + "a,CCO,0.1,O,0.9\n"
    frame = predicted([lonely], text, tmp_path)
    assert list(frame["name"]) == ["a"]
    assert float(frame["prediction"][0]) == pytest.approx(
        predicted([trained[0].path], text, tmp_path)["prediction"][0], abs=1e-12
    )


def test_columns_order_and_rows_are_kept_and_new_columns_added(trained: list[RunRecord], tmp_path: Path) -> None:
    frame = predicted([trained[0].path], ROWS + "z,O,1,,\na,CCO,0.5,O,0.5\nz,O,1,,\n", tmp_path)
    assert list(frame.columns) == [
        "name", "smiles_1", "fraction_1", "smiles_2", "fraction_2", "prediction", "half_width_90", "unit",
        "outside_training", "problem",
    ]  # fmt: skip
    metrics = trained[0].metrics
    assert frame["half_width_90"].astype(float).tolist() == pytest.approx([metrics["conformal_half_width"]] * 3)
    assert list(frame["name"]) == ["z", "a", "z"]
    assert frame["prediction"][0] == frame["prediction"][2]
    assert set(frame["unit"]) == {"kJ/mol"}
    assert set(frame["problem"]) == {""}


def test_a_bad_row_comes_back_with_its_reason_and_costs_no_other(trained: list[RunRecord], tmp_path: Path) -> None:
    bad = "b,Xx,1,,\nc,CCO,0.5,O,0.6\nd,CCO,,O,0.5\ne,CCO,30,O,70\nf,,,,\n"
    frame = predicted([trained[0].path], ROWS + "a,CCO,0.5,O,0.5\n" + bad + "g,O,1,,\n", tmp_path)
    assert list(frame["name"]) == list("abcdefg")
    reasons = [str(text).split(":")[0] for text in frame["problem"]]
    assert reasons == [
        "", "unparsable_identifier", "fractions_do_not_close", "missing_fraction", "fractions_do_not_close",
        "missing_identifier", "",
    ]  # fmt: skip
    assert list(frame["prediction"].astype(str) == "") == [reason != "" for reason in reasons]
    alone = predicted([trained[0].path], ROWS + "a,CCO,0.5,O,0.5\n", tmp_path)
    assert float(frame["prediction"][0]) == pytest.approx(float(alone["prediction"][0]), abs=1e-9)


def test_component_order_and_splitting_change_nothing(trained: list[RunRecord], tmp_path: Path) -> None:
    head = "smiles_1,fraction_1,smiles_2,fraction_2,smiles_3,fraction_3\n"
    rows = "CCO,0.4,O,0.6,,\nO,0.6,CCO,0.4,,\nO,0.3,CCO,0.4,O,0.3\nC(O)C,0.4,O,0.6,CCCCCC,0\n"
    values = predicted([trained[0].path], head + rows, tmp_path)["prediction"].to_numpy(float)
    np.testing.assert_allclose(values, values[0], rtol=1e-6)


def test_what_training_has_not_seen_is_flagged(trained: list[RunRecord], tmp_path: Path) -> None:
    frame = predicted([trained[0].path], ROWS + "a,CCCCCCCCO,0.5,O,0.5\nb,CCO,0.5,O,0.5\n", tmp_path)
    assert "CCCCCCCCO is new" in frame["outside_training"][0]
    assert frame["outside_training"][1] == ""
    assert frame["problem"][0] == ""


def test_several_runs_give_mean_and_spread(trained: list[RunRecord], tmp_path: Path) -> None:
    text = ROWS + "a,CCO,0.5,O,0.5\nb,Xx,1,,\n"
    each = [float(predicted([run.path], text, tmp_path)["prediction"][0]) for run in trained]
    both = predicted([run.path for run in trained], text, tmp_path)
    assert float(both["prediction"][0]) == pytest.approx(np.mean(each))
    assert float(both["prediction_sd"][0]) == pytest.approx(np.std(each, ddof=1))
    assert both["problem"][1]


def test_units_are_declared_as_in_training(trained: list[RunRecord], tmp_path: Path) -> None:
    text = ROWS + "a,CCO,30,O,70\n"
    frame = predicted([trained[0].path, "--set", "percent_allowed=true"], text, tmp_path)
    same = predicted([trained[0].path], ROWS + "a,CCO,0.3,O,0.7\n", tmp_path)
    assert float(frame["prediction"][0]) == float(same["prediction"][0])
    with pytest.raises(ConfigError, match="percent_allowed"):
        predicted([trained[0].path, "--set", "percent_alowed=true"], text, tmp_path)


def test_only_rejected_rows_still_come_back(trained: list[RunRecord], tmp_path: Path) -> None:
    frame = predicted([trained[0].path], ROWS + "a,Xx,1,,\n", tmp_path)
    assert frame["problem"][0].startswith("unparsable_identifier")


def test_a_column_of_ours_is_never_overwritten(trained: list[RunRecord], tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'prediction'"):
        predicted([trained[0].path], "smiles_1,fraction_1,prediction\nCCO,1,5\n", tmp_path)


def test_a_run_that_does_not_exist_or_is_damaged_is_named(trained: list[RunRecord], tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run 'nothing'"):
        TrainedModel.load("nothing")
    broken = tmp_path / "broken.ckpt"
    broken.write_bytes((trained[0].path / "model.ckpt").read_bytes()[:1000])
    with pytest.raises(RunError, match=r"broken\.ckpt"):
        TrainedModel.load(str(broken))


@pytest.mark.parametrize(
    "target", ["os.system", "azeotrope.runs.files.write_text", "azeotrope.featurizers.cache.featurize"]
)
def test_a_checkpoint_cannot_name_foreign_code(trained: list[RunRecord], tmp_path: Path, target: str) -> None:
    good = read_checkpoint(trained[0].path / "model.ckpt")
    spec = good.spec | {"featurizer": {"_target_": target, "command": "touch owned"}}
    evil = tmp_path / "evil.ckpt"
    write_checkpoint(evil, Checkpoint(**(vars(good) | {"spec": spec})))
    with pytest.raises(ConfigError, match=re.escape(target)):
        TrainedModel.load(str(evil))


def test_the_input_is_never_overwritten(trained: list[RunRecord], tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text(ROWS + "a,CCO,0.5,O,0.5\n")
    result = CliRunner().invoke(app, ["predict", str(trained[0].path), str(file), "-o", str(file)])
    assert isinstance(result.exception, DataError)
    assert file.read_text().startswith(ROWS)


def test_a_file_is_read_as_the_training_file_was(trained: list[RunRecord], tmp_path: Path) -> None:
    good = read_checkpoint(trained[0].path / "model.ckpt")
    by_mass = tmp_path / "mass.ckpt"
    write_checkpoint(by_mass, Checkpoint(**(vars(good) | {"declared": good.declared | {"fraction_kind": "mass"}})))
    text = ROWS + "a,CCO,0.5,O,0.5\n"
    declared = predicted([trained[0].path, "--set", "fraction_kind=mass"], text, tmp_path)["prediction"][0]
    assert predicted([by_mass], text, tmp_path)["prediction"][0] == declared
    assert predicted([trained[0].path], text, tmp_path)["prediction"][0] != declared


def test_a_salt_is_a_solute_where_training_said_so(tmp_path: Path) -> None:
    columns = "smiles_1,fraction_1,smiles_2,fraction_2,solute"
    solvents = ["O,1,,", "CCO,1,,", *(f"O,{x / 10},CCO,{1 - x / 10}" for x in range(1, 9))]
    own = tmp_path / "own.csv"
    own.write_text(f"{columns},value\n" + "".join(f"{row},CN.Cl,{n}\n" for n, row in enumerate(solvents)))
    command = [
        sys.executable,
        str(ROOT / "train.py"),
        "dataset=csv",
        f"dataset.path={own}",
        "dataset.rules.allow_salts=true",
    ]
    command += ["model=ideal", "split=random", "split.folds=[0]", "tracking=none"]
    subprocess.run(command, env=os.environ | {"AZEOTROPE_OUTPUTS": str(tmp_path)}, check=True)
    (run,) = list_runs(tmp_path)
    frame = predicted([run.path], f"{columns}\nO,0.5,CCO,0.5,CN.Cl\nCN.Cl,1,,,O\n", tmp_path)
    assert float(frame["prediction"][0]) == pytest.approx(0.5)
    assert "disconnected" in frame["problem"][1]


def test_pure_values_of_a_file_are_for_models_that_read_them(trained: list[RunRecord], tmp_path: Path) -> None:
    pure = tmp_path / "pure.csv"
    pure.write_text("smiles_1,fraction_1,value\nO,1,1.0\n")
    with pytest.raises(ConfigError, match="does not read measured pure values"):
        predicted([trained[0].path, "--pure", pure], ROWS + "a,CCO,0.1,O,0.9\n", tmp_path)
