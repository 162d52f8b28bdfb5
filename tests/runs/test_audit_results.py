from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.runs.audit_results import AuditResults
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import AuditLabels, RunIdentity
from azeotrope.runs.inspection import inspect_run
from azeotrope.runs.layout import AUDIT_RESULTS
from azeotrope.runs.mirror_content import mirror_content
from azeotrope.runs.status import State

IDENTITY = RunIdentity(AuditLabels("keller", "geometry", "rdkit_2d+morgan"), None, "config", "data", None, "code")


def results(**changes: float | None) -> AuditResults:
    return AuditResults(
        metrics={"rsa": 0.06, **changes},
        reasons={},
        versions={"python": "3.11"},
        findings=pd.DataFrame({"name": ["rsa"], "estimate": [0.06], "low": [np.nan]}),
        identities=pd.DataFrame({"inchikey": ["A-B"], "status": ["used"]}),
        arrays={"null": np.arange(3.0)},
        evidence={"notes": ["one"], "documents": {}},
        figure=b"\x89PNG",
    )


@pytest.fixture
def done(tmp_path: Path) -> RunFolder:
    folder = RunFolder.open(tmp_path, IDENTITY, {"labels": {"claim": "geometry"}, "claim": {"n": 3}})
    with folder.lock.held():
        folder.start()
        folder.finish(results())
    return folder


def test_an_audit_is_done_only_with_all_its_files(done: RunFolder) -> None:
    assert done.is_done()
    assert all((done.path / name).is_file() for name in AUDIT_RESULTS)
    (done.path / "findings.csv").unlink()
    assert inspect_run(done.path).state is State.INTERRUPTED


def test_its_id_has_no_fold(done: RunFolder) -> None:
    assert done.run_id.startswith("keller-geometry-rdkit_2d_morgan-")
    assert done.record.identity == IDENTITY
    assert done.record.identity.is_audit


def test_the_mirror_has_its_labels_and_files(done: RunFolder) -> None:
    content = mirror_content(done.record)
    assert content.tags["claim"] == "geometry"
    assert content.tags["representation"] == "rdkit_2d+morgan"
    assert content.tags["kind"] == "audit"
    assert "fold" not in content.tags
    assert content.name == "geometry · rdkit_2d+morgan · keller"
    assert content.metrics == {"rsa": 0.06}
    assert {"findings.csv", "identities.csv", "arrays.npz", "figure.png"} <= {path.name for path in content.artifacts}


def test_a_number_that_is_not_finite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="finite"):
        results(mae=float("nan")).write(tmp_path)
    with pytest.raises(RunError, match="need a reason: mae"):
        results(mae=None).write(tmp_path)
