"""`azeotrope report` on folders of folds, made by train.py once and copied under other names."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from azeotrope.apps.cli import app
from azeotrope.apps.report_files import OWN
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunLabels
from azeotrope.runs.index import list_runs
from azeotrope.runs.layout import RESULTS, RUNS
from azeotrope.runs.record import RunRecord

pytestmark = pytest.mark.slow

Train = Callable[..., Any]
Report = Callable[..., Result]
TRAIN = Path(__file__).resolve().parents[2] / "train.py"
EVIL = "<script>alert(1)</script>"
MEBIBYTE = 2**20


class CopiedResults:
    """Results of a fold that were another's."""

    def __init__(self, source: Path) -> None:
        self.source = source

    def write(self, folder: Path) -> None:
        for name in RESULTS:
            if (self.source / name).exists():
                shutil.copy(self.source / name, folder / name)


def copy_run(source: RunRecord, outputs: Path, **labels: str) -> str:
    """Write a run with other labels, so of another experiment, and return its id."""
    config = {**source.config, "labels": source.config["labels"] | labels}
    names = RunLabels(*(config["labels"][name] for name in ("dataset", "split", "model")))
    hashed = sha256(json.dumps([source.identity.config_hash, labels]).encode()).hexdigest()
    folder = RunFolder.open(outputs, replace(source.identity, labels=names, config_hash=hashed), config)
    with folder.lock.held():
        folder.start()
        folder.finish(CopiedResults(source.path))  # type: ignore[arg-type]
    return folder.run_id


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, mixtures_csv: Path) -> list[RunRecord]:
    """Two models on two splits with five folds."""
    outputs = tmp_path_factory.mktemp("trained")
    own = ["dataset=csv", f"dataset.path={mixtures_csv}", "dataset.unit=K", "split.folds=[0,1,2,3,4]", "tracking=none"]
    words = [sys.executable, str(TRAIN), "-m", *own, "model=ideal,rdkit_ridge", "split=mixture,random"]
    environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
    subprocess.run(words, env=environment, capture_output=True, timeout=300, check=True)
    return list_runs(outputs)


@pytest.fixture
def report(outputs: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run `azeotrope report` on the outputs."""

    def run(*words: str) -> Result:
        monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(outputs))
        return CliRunner().invoke(app, ["report", *words])

    return run


def copy_all(trained: list[RunRecord], outputs: Path, **labels: str) -> list[str]:
    return [copy_run(record, outputs, **labels) for record in trained]


def links(page: str) -> set[str]:
    return set(re.findall(r'<a href="([^"#]+)"', page))


def files(folder: Path) -> set[str]:
    """What a person sees."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and OWN not in path.parts}


def test_the_page_and_every_file_it_links_to_are_written(
    trained: list[RunRecord], outputs: Path, report: Report
) -> None:
    copy_all(trained, outputs, dataset=EVIL)
    result = report()
    assert result.exit_code == 0, result.output
    folder = outputs / "report"
    assert result.stdout == f"{folder / 'index.html'}\n"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count("<script>") == 1
    assert escape(EVIL) in page
    assert "20 runs of 4 experiments" in page
    assert files(folder) == {"index.html", *links(page)}
    assert {Path(name).suffix for name in links(page)} == {".md", ".tex", ".csv", ".svg", ".png"}


def test_the_same_runs_give_the_same_report(trained: list[RunRecord], outputs: Path, report: Report) -> None:
    copy_all(trained, outputs)
    first, second = outputs / "first", outputs / "second"
    assert report("-o", str(first)).exit_code == 0
    assert report("-o", str(second)).exit_code == 0
    assert files(first) == files(second)
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in files(first))


def test_filters_choose_runs_and_what_the_report_before_left_goes(
    trained: list[RunRecord], outputs: Path, report: Report
) -> None:
    copy_all(trained, outputs, dataset="one")
    copy_all(trained, outputs, dataset="two")
    folder = outputs / "report"
    assert report().exit_code == 0
    before = files(folder)
    (folder / "figures" / "mine.png").write_bytes(b"mine")
    assert report("dataset=two", "split=mixture").exit_code == 0
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "10 runs of 2 experiments; only dataset=two, split=mixture" in page
    assert files(folder) == {"index.html", "figures/mine.png", *links(page)}
    assert before > links(page)


def test_the_last_command_alone_may_be_shown(
    train: Train, azeotrope: Train, trained: list[RunRecord], outputs: Path
) -> None:
    copy_all(trained, outputs, dataset="an_earlier_one")
    assert train("model=ideal", "split=mixture", "split.folds=[0]").returncode == 0
    result = azeotrope("report", "--last")
    assert result.returncode == 0, result.stderr
    page = Path(result.stdout.strip()).read_text(encoding="utf-8")
    assert "1 run of 1 experiment" in page
    assert "an_earlier_one" not in page


def test_a_damaged_run_is_named_and_left_out(
    trained: list[RunRecord], outputs: Path, report: Report, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, *_ = copy_all(trained, outputs)
    size = (outputs / RUNS / damaged / "predictions.parquet").stat().st_size
    (outputs / RUNS / damaged / "predictions.parquet").write_bytes(b"x" * size)
    assert report().exit_code == 0
    assert damaged in caplog.text
    assert "19 runs of 4 experiments" in (outputs / "report" / "index.html").read_text(encoding="utf-8")


def test_a_report_of_five_hundred_runs_weighs_under_five_mebibytes(
    trained: list[RunRecord], outputs: Path, report: Report
) -> None:
    for dataset, featurizer in product(range(5), range(5)):
        copy_all(trained, outputs, dataset=f"data {dataset}", featurizer=f"own {featurizer}")
    result = report()
    assert result.exit_code == 0, result.output
    page = outputs / "report" / "index.html"
    assert "500 runs of 100 experiments" in page.read_text(encoding="utf-8")
    assert page.stat().st_size < 5 * MEBIBYTE
