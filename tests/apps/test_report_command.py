"""`azeotrope report` on run folders that hold audits; on those of folds: test_report_of_runs.py."""

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
    assert damaged not in page


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


def test_a_file_in_place_of_the_folder_is_named(outputs: Path, tmp_path: Path) -> None:
    finish_audit(outputs, 0.25, "2026-01-01T00:00:00.000+00:00")
    file = tmp_path / "page.html"
    file.write_text("mine")
    result = CliRunner().invoke(app, ["report", "-o", str(file)])
    assert isinstance(result.exception, RunError)
    assert str(file) in str(result.exception)
    assert file.read_text() == "mine"
