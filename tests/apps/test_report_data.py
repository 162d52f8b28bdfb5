import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from azeotrope.apps.report_data import report_runs
from azeotrope.models.checkpoint import Checkpoint, Domain
from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.records import LABELS
from azeotrope.reports.report_runs import StoredCurve, experiments_of
from azeotrope.reports.stored_curves import curves_content
from azeotrope.runs.fold_results import FoldResults
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.runs.index import list_runs
from azeotrope.splits.split import Split

POINTS = np.array([0.0, 1.0])
CURVE = MixingCurve("O", "CCO", "density", "g/ml", "measured", None, None, *(POINTS for _ in range(8)))
PREDICTIONS = pd.DataFrame(
    {
        "row_index": [4, 2, 5],
        "part": ["validation", "test", "test"],
        "truth": [1.0, 2.0, 3.0],
        "prediction": [1.0, 2.5, np.nan],
        "smiles": [["O"], ["O", "CCO"], ["CCO", "O", "C"]],
        "mole_fraction": [[1.0], [0.25, 0.75], [0.5, 0.25, 0.25]],
    }
)
LABEL_TEXTS = {**dict.fromkeys(LABELS, "none"), "dataset": "density", "split": "mixture", "model": "dmpnn"}


def write_fold(outputs: Path, fold: int = 0, predictions: pd.DataFrame = PREDICTIONS, **changes: Any) -> RunFolder:
    """A done run of one experiment."""
    identity = RunIdentity(RunLabels("density", "mixture", "dmpnn"), fold, "config", "data", f"split {fold}", "code")
    config = {"labels": LABEL_TEXTS, "fold": fold, "dataset": {"unit": "g/ml", "origin": "measured"}}
    results = {
        "metrics": {"rmse": 0.5, "n_test": 2.0, "noise_floor": 0.125},
        "reasons": {},
        "predictions": predictions,
        "split": Split(np.arange(3), np.array([4]), np.array([2, 5])),
        "leakage": {"shared_molecules": 3},
        "versions": {},
        "checkpoint": Checkpoint({}, {}, "density", "g/ml", "linear", Domain((), None, has_solute=False), "keep"),
        "curves": curves_content([StoredCurve("median", 0.25, CURVE)]),
    }
    folder = RunFolder.open(outputs, identity, config)
    with folder.lock.held():
        folder.start()
        folder.finish(FoldResults(**{**results, **changes}))
    return folder


def test_no_records() -> None:
    assert report_runs([]) == []


def test_a_run_has_its_test_rows_leakage_curves_and_noise_floor(tmp_path: Path) -> None:
    write_fold(tmp_path)
    (run,) = report_runs(list_runs(tmp_path))
    assert (run.summary.fold, run.summary.unit, run.summary.test_rows) == (0, "g/ml", 2)
    assert run.predictions["row_index"].tolist() == [2, 5]
    assert run.predictions.index.tolist() == [0, 1]
    assert run.predictions["smiles"].tolist() == [["O", "CCO"], ["CCO", "O", "C"]]
    assert run.predictions["mole_fraction"].tolist() == [[0.25, 0.75], [0.5, 0.25, 0.25]]
    assert run.leakage == {"shared_molecules": 3}
    assert run.noise_floor == 0.125
    ((place, error, curve),) = [(each.place, each.error, each.curve) for each in run.curves]
    assert (place, error, curve.second) == ("median", 0.25, "CCO")


def test_folds_become_one_experiment(tmp_path: Path) -> None:
    for fold in (1, 0):
        write_fold(tmp_path, fold)
    (experiment,) = experiments_of(report_runs(list_runs(tmp_path)))
    assert [run.summary.fold for run in experiment.runs] == [0, 1]
    assert experiment.title == "dmpnn"


def test_an_unknown_noise_floor_is_none_and_not_0(tmp_path: Path) -> None:
    metrics: dict[str, float | None] = {"rmse": 0.5, "noise_floor": None}
    write_fold(tmp_path, metrics=metrics, reasons={"noise_floor": "no replicates"})
    (run,) = report_runs(list_runs(tmp_path))
    assert run.noise_floor is None


def test_a_run_of_an_older_version_lacks_what_it_did_not_keep(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    old = PREDICTIONS.drop(columns=["smiles", "mole_fraction"])
    folder = write_fold(tmp_path, predictions=old, metrics={"rmse": 0.5})
    (folder.path / "curves.json").unlink()
    (run,) = report_runs(list_runs(tmp_path))
    assert list(run.predictions.columns) == list(old.columns)
    assert (run.curves, run.noise_floor, run.summary.test_rows) == ((), None, None)
    assert caplog.text == ""


def test_no_test_row_and_one(tmp_path: Path) -> None:
    write_fold(tmp_path, 0, PREDICTIONS[:1])
    write_fold(tmp_path, 1, PREDICTIONS[:2])
    runs = report_runs(list_runs(tmp_path))
    assert [len(run.predictions) for run in runs] == [0, 1]
    assert list(runs[0].predictions.columns) == list(PREDICTIONS.columns)


def spoil_curves(path: Path) -> None:
    content = json.loads((path / "curves.json").read_text())
    content["curves"][0]["curve"].pop("grid")
    (path / "curves.json").write_text(json.dumps(content))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: (path / "predictions.parquet").write_bytes(b"PAR1"),
        lambda path: (path / "predictions.parquet").unlink(),
        lambda path: (path / "leakage.json").write_text("{"),
        lambda path: (path / "curves.json").write_text("[]"),
        lambda path: (path / "curves.json").write_text("{}"),
        lambda path: (path / "metrics.json").unlink(),
        spoil_curves,
    ],
)
def test_a_damaged_folder_is_named_and_left_out(
    tmp_path: Path, spoil: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    whole, damaged = write_fold(tmp_path, 0), write_fold(tmp_path, 1)
    spoil(damaged.path)
    assert [run.summary.run_id for run in report_runs(list_runs(tmp_path))] == [whole.run_id]
    assert f"{damaged.run_id} is left out" in caplog.text
