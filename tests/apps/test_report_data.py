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
        "row_id": ["mix.csv:4", "mix.csv:2", "mix.csv:5"],
        "part": ["validation", "test", "test"],
        "truth": [1.0, 2.0, 3.0],
        "prediction": [1.0, 2.5, np.nan],
        "ideal": [1.0, np.nan, 2.0],
        "predicted_ideal": [1.0, 2.0, np.nan],
        "component_set": [0, 1, 2],
        "smiles": [["O"], ["O", "CCO"], ["CCO", "O", "C"]],
        "mole_fraction": [[1.0], [0.25, 0.75], [0.5, 0.25, 0.25]],
    }
)
SHARED = {kind: {"rows": 1, "share": 0.5} for kind in ("replicate", "composition", "component_set", "molecule")}
LEAKAGE = {
    "parts": {part: {"rows": 2, "pure_rows": 0, "component_sets": 1} for part in ("train", "validation", "test")},
    "shared": {"train": SHARED, "validation": SHARED},
    "test_molecules_as_train_solutes": 0,
    "promise": None,
    "notes": ["a note"],
    "content_hash": "abc",
}
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
        "leakage": LEAKAGE,
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
    assert run.leakage == LEAKAGE
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


def spoil_json(name: str, change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        content = json.loads((path / name).read_text())
        change(content)
        (path / name).write_text(json.dumps(content))

    return spoil


def spoil_rows(change: Callable[[pd.DataFrame], pd.DataFrame]) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        change(pd.read_parquet(path / "predictions.parquet")).to_parquet(path / "predictions.parquet", index=False)

    return spoil


def spoil_config(old: str, new: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        text = (path / "config.yaml").read_text()
        assert old in text
        (path / "config.yaml").write_text(text.replace(old, new))

    return spoil


def metric(name: str, value: object) -> Callable[[Path], None]:
    return spoil_json("metrics.json", lambda content: content.update({name: value}))


def of_curve(**changes: object) -> Callable[[Path], None]:
    return spoil_json("curves.json", lambda content: content["curves"][0]["curve"].update(changes))


def curve(**changes: object) -> Callable[[Path], None]:
    return spoil_json("curves.json", lambda content: content["curves"][0].update(changes))


def lacking(column: str) -> Callable[[Path], None]:
    return spoil_rows(lambda frame: frame.drop(columns=column))


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda path: (path / "predictions.parquet").write_bytes(b"PAR1"), "Parquet"),
        (lambda path: (path / "predictions.parquet").unlink(), "predictions.parquet"),
        (lambda path: (path / "leakage.json").write_text("{"), "leakage.json"),
        (lambda path: (path / "curves.json").write_text("[]"), "curves.json"),
        (lambda path: (path / "curves.json").write_text("{}"), "curves.json"),
        (lambda path: (path / "metrics.json").unlink(), "metrics.json"),
        (metric("rmse", "abc"), "metrics.json: rmse is 'abc'"),
        (metric("rmse", [1]), "metrics.json: rmse"),
        (metric("rmse", value=True), "metrics.json: rmse"),
        (metric("rmse", float("nan")), "metrics.json: rmse is nan"),
        (metric("noise_floor", "x"), "metrics.json: noise_floor"),
        (metric("n_test", float("nan")), "metrics.json: n_test"),
        (metric("n_test", 1.5), "n_test is 1.5, which is no number of rows"),
        (metric("n_covered", 1.2e201), "metrics.json: n_covered"),
        (metric("n_covered", 1e30), "n_covered is 1e+30, which is no number of rows"),
        (metric("n_covered", -1), "metrics.json: n_covered"),
        (spoil_config("unit: g/ml", "unit: 5"), "config.yaml: dataset.unit is 5"),
        (spoil_config("unit: g/ml", "size: 5"), "config.yaml: dataset.unit is None"),
        (spoil_config("origin: measured", "origin: null"), "config.yaml: dataset.origin"),
        (spoil_config("fold: 1", "fold: one"), "config.yaml: fold is 'one'; it must be 1"),
        (spoil_config("fold: 1", "fold: 2"), "config.yaml: fold is 2"),
        (spoil_config("fold: 1", "fold: true"), "config.yaml: fold is True"),
        (spoil_config("aggregator: none", "aggregator: [1]"), "config.yaml: the label aggregator"),
        (spoil_config("labels:", "names:"), "config.yaml: the label dataset is None"),
        *((lacking(name), f"predictions.parquet lacks the columns {name}") for name in ("row_id", "component_set")),
        *((lacking(name), f"predictions.parquet lacks the columns {name}") for name in ("truth", "predicted_ideal")),
        (lacking("part"), "predictions.parquet lacks the column part"),
        (spoil_rows(lambda frame: frame.assign(truth="x")), "predictions.parquet: truth"),
        (spoil_rows(lambda frame: frame.assign(truth=np.nan)), "predictions.parquet: truth holds nan"),
        (spoil_rows(lambda frame: frame.assign(prediction=1e300)), "predictions.parquet: prediction holds 1e+300"),
        (spoil_rows(lambda frame: frame.assign(ideal=-np.inf)), "predictions.parquet: ideal holds -inf"),
        (spoil_rows(lambda frame: frame.assign(smiles="CC")), "predictions.parquet: smiles"),
        (spoil_json("leakage.json", lambda content: content.pop("content_hash")), "leakage.json"),
        (spoil_json("leakage.json", lambda content: content.pop("parts")), "leakage.json"),
        (spoil_json("leakage.json", lambda content: content["shared"].pop("train")), "leakage.json"),
        (spoil_json("leakage.json", lambda content: content["parts"]["test"].update(rows="2")), "leakage.json"),
        (spoil_json("leakage.json", lambda content: content.update(notes=[3])), "leakage.json"),
        (spoil_json("curves.json", lambda content: content.update(curves=None)), "curves.json"),
        (spoil_json("curves.json", lambda content: content["curves"][0].update(curve=[])), "curves.json"),
        (spoil_json("curves.json", lambda content: content["curves"][0]["curve"].pop("grid")), "curves.json"),
        (curve(place="zzz"), "curves.json: 'zzz' is no place"),
        (curve(error=float("nan")), "curves.json: the error of a curve is nan"),
        (curve(error=None), "curves.json"),
        (of_curve(prediction=[1.0]), "curves.json: grid, prediction"),
        (of_curve(test_value=[1.0]), "curves.json: test_fraction, test_value"),
        (of_curve(grid="abc"), "curves.json"),
        (of_curve(first=3), "curves.json: first"),
    ],
)
def test_a_damaged_folder_is_left_out_and_the_log_says_why(
    tmp_path: Path, spoil: Callable[[Path], object], named: str, caplog: pytest.LogCaptureFixture
) -> None:
    whole, damaged = write_fold(tmp_path, 0), write_fold(tmp_path, 1)
    spoil(damaged.path)
    assert [run.summary.run_id for run in report_runs(list_runs(tmp_path))] == [whole.run_id]
    (message,) = caplog.messages
    assert message.startswith(f"{damaged.run_id} is left out: ")
    assert named in message


def test_an_empty_leakage_report_is_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_fold(tmp_path, leakage={})
    (run,) = report_runs(list_runs(tmp_path))
    assert run.leakage == {}
    assert caplog.text == ""
