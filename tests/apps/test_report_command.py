"""`azeotrope report` on run folders that hold audits; on those of folds: test_report_of_runs.py."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from azeotrope.apps.audit_results import audit_results
from azeotrope.apps.cli import app
from azeotrope.audits.claim import Evidence
from azeotrope.audits.finding import Finding
from azeotrope.errors import RunError
from azeotrope.metrics.outcome import Outcome
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import AuditLabels, RunIdentity
from azeotrope.runs.layout import RUNS

LABELS = {"dataset": "keller", "second": "none", "claim": "own", "representation": "morgan", "baseline": "none"}


def finish_audit(outputs: Path, value: float, finished: str, **changes: str) -> str:
    labels = LABELS | changes
    finding = Finding.exact("strength", Outcome.of(value), n_units=12, counted="molecules")
    evidence = Evidence((finding,), pd.DataFrame({"inchi": ["a"]}), {"some": np.zeros(2)})
    names = AuditLabels(labels["dataset"], labels["claim"], labels["representation"])
    identity = RunIdentity.of({"value": value, "claim": labels["claim"]}, names, None, "d" * 64, None)
    folder = RunFolder.open(outputs, identity, {"labels": labels})
    with folder.lock.held():
        folder.start()
        folder.finish(audit_results(evidence, labels))
    status = folder.path / "status.json"
    status.write_text(status.read_text().replace(folder.record.status.finished or "", finished))
    return folder.run_id


def seal(folder: Path, name: str) -> None:
    """Make the status vouch for a file as it is."""
    status, content = json.loads((folder / "status.json").read_text()), (folder / name).read_bytes()
    status["files"][name] = len(content)
    status["hashes"][name] = sha256(content).hexdigest()
    (folder / "status.json").write_text(json.dumps(status))


@pytest.fixture
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "out [1],a=b"
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(folder))
    return folder


def test_nothing_finished_is_an_error(outputs: Path, caplog: pytest.LogCaptureFixture) -> None:
    result = CliRunner().invoke(app, ["report"])
    assert result.exit_code == 1
    assert "no finished run or audit" in caplog.text
    assert not (outputs / "report").exists()


def test_the_page_is_written_and_its_path_is_all_on_stdout(outputs: Path) -> None:
    run_id = finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    result = CliRunner().invoke(app, ["report"])
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{outputs / 'report' / 'index.html'}\n"
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert run_id in page
    assert "0.250" in page
    assert "data:image/png;base64," in page


def test_another_folder_may_be_named(outputs: Path, tmp_path: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    folder = tmp_path / "new" / "deeper"
    assert CliRunner().invoke(app, ["report", "--output", str(folder)]).exit_code == 0
    assert (folder / "index.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert not (outputs / "report").exists()


def test_the_latest_of_equal_subjects_is_shown_and_the_others_are_named(outputs: Path) -> None:
    late = finish_audit(outputs, 0.25, "2026-03-01T00:00:00.000+00:00")
    early = finish_audit(outputs, 0.75, "2026-02-01T00:00:00.000+00:00", claim="own (depth=2)")
    other = finish_audit(outputs, 0.5, "2026-01-01T00:00:00.000+00:00", representation="minimol")
    assert CliRunner().invoke(app, ["report"]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert "0.250" in page
    assert "0.500" in page
    assert "0.750" not in page
    assert f"run {late}; the latest of 2 runs, not shown: {early}" in page
    assert other in page


def test_a_damaged_audit_is_left_out(outputs: Path) -> None:
    whole = finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    damaged = finish_audit(outputs, 0.5, "2026-01-02T00:00:00.000+00:00", representation="minimol")
    (outputs / RUNS / damaged / "figure.png").unlink()
    assert CliRunner().invoke(app, ["report"]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert whole in page
    assert f"Not shown: 1 interrupted or damaged ({damaged})." in page
    assert page.count(damaged) == 1


def test_filters_choose_audits(outputs: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    other = finish_audit(outputs, 0.5, "2026-01-01T00:00:00.000+00:00", representation="minimol")
    assert CliRunner().invoke(app, ["report", "representation=morgan"]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert kept in page
    assert other not in page
    assert "only representation=morgan" in page
    assert CliRunner().invoke(app, ["report", "representation=neither"]).exit_code == 1
    assert "no finished run or audit" in caplog.text


def test_a_typed_value_that_is_near_another_is_told(outputs: Path, caplog: pytest.LogCaptureFixture) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    assert CliRunner().invoke(app, ["report", "representation=morgen"]).exit_code == 1
    assert "no run has representation=morgen; nearest: morgan" in caplog.text


def test_the_page_names_what_it_does_not_show(outputs: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    damaged, failed, unreadable, other = (
        finish_audit(outputs, value, "2026-01-02T00:00:00.000+00:00", representation=name)
        for value, name in ((0.5, "minimol"), (0.6, "rdkit"), (0.7, "maccs"), (0.8, "cddd"))
    )
    (outputs / RUNS / damaged / "figure.png").unlink()
    (outputs / RUNS / unreadable / "status.json").write_text("{")
    status = outputs / RUNS / failed / "status.json"
    status.write_text(status.read_text().replace('"done"', '"failed"'))
    chosen = "representation=morgan,minimol,rdkit,maccs"
    assert CliRunner().invoke(app, ["report", chosen]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert f"from 1 audit; only {chosen}. Not shown: 1 failed ({failed}); 2 interrupted or damaged (" in page
    assert damaged in page
    assert unreadable in page
    assert other not in page


def test_what_is_done_and_cannot_be_read_is_named_too(outputs: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    older = finish_audit(outputs, 0.1, "2025-01-01T00:00:00.000+00:00")
    mislabelled = finish_audit(outputs, 0.5, "2026-01-02T00:00:00.000+00:00", representation="minimol", baseline="x")
    folder = outputs / RUNS / mislabelled
    text = (folder / "config.yaml").read_text().replace("baseline: x", "baseline: 5")
    (folder / "config.yaml").write_text(text)
    seal(folder, "config.yaml")
    assert CliRunner().invoke(app, ["report"]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert f"from 1 audit. Not shown: 1 cannot be read ({mislabelled})." in page
    assert f"not shown: {older}" in page


def test_the_copy_of_a_folder_is_named_and_left_out(outputs: Path, caplog: pytest.LogCaptureFixture) -> None:
    run_id = finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    shutil.copytree(outputs / RUNS / run_id, outputs / RUNS / f"{run_id}.bak")
    assert CliRunner().invoke(app, ["report"]).exit_code == 0
    assert f"{run_id}.bak is left out: a copy of run {run_id}" in caplog.text
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert "from 1 audit." in page
    assert ".bak" not in page


def test_signs_that_steer_a_reader_reach_no_part_of_the_page(outputs: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00", dataset="a\x1b[31m\u202eb")
    assert CliRunner().invoke(app, ["report", "dataset=a\x1b[31m\u202eb"]).exit_code == 0
    page = (outputs / "report" / "index.html").read_text(encoding="utf-8")
    assert "only dataset=a\ufffd[31m\ufffdb" in page
    assert not {"\x1b", "\u202e"} & set(page)


@pytest.mark.parametrize("word", ["", " "])
def test_an_empty_word_for_the_folder_is_refused(
    outputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["report", "-o", word])
    assert (result.exit_code, [path.name for path in tmp_path.iterdir()]) == (2, [outputs.name])
    assert "it is empty" in result.stderr


def test_a_page_of_somebody_else_is_not_replaced(outputs: Path, tmp_path: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    own = tmp_path / "own"
    (own / "tables").mkdir(parents=True)
    (own / "index.html").write_text('<a href="tables/precious.csv">')
    (own / "tables" / "precious.csv").write_text("1")
    result = CliRunner().invoke(app, ["report", "-o", str(own)])
    assert isinstance(result.exception, RunError)
    assert (own / "index.html").read_text() == '<a href="tables/precious.csv">'
    assert (own / "tables" / "precious.csv").read_text() == "1"


def test_audits_alone_make_no_folder_for_tables(outputs: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    assert CliRunner().invoke(app, ["report"]).exit_code == 0
    assert not any((outputs / "report" / name).exists() for name in ("tables", "figures"))


def test_a_file_in_place_of_the_folder_is_named(outputs: Path, tmp_path: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    file = tmp_path / "page.html"
    file.write_text("mine")
    result = CliRunner().invoke(app, ["report", "-o", str(file)])
    assert isinstance(result.exception, RunError)
    assert str(file) in str(result.exception)
    assert file.read_text() == "mine"
