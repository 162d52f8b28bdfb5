"""The values carried over from the paper, and when they are shown."""

import csv
from importlib.resources import files

import pytest

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.reports.audit_paper_values import audit_paper_value

GEOMETRY = {"dataset": "keller", "second": "none", "claim": "geometry", "representation": "morgan", "baseline": "none"}
INCREMENT = GEOMETRY | {"claim": "increment", "representation": "molformer", "baseline": "rdkit_2d+morgan"}


def finding(quantity: str, subject: str = "") -> Finding:
    return Finding.exact(quantity, Outcome.of(0.0), n_units=1, counted="molecules", subject=subject)


def test_values_by_hand() -> None:
    found = audit_paper_value(GEOMETRY, finding("rsa"))
    assert found is not None
    assert (found.value, found.lower, found.upper, found.table) == (0.055948, 0.021963, 0.104469, "Table S6")
    increment = audit_paper_value(INCREMENT, finding("delta_mae", "intensity ridge"))
    assert increment is not None
    assert (increment.value, increment.lower, increment.upper) == (-0.0010, -1.9112, 1.3650)


def test_the_baseline_alone_does_not_depend_on_what_is_added() -> None:
    labels = INCREMENT | {"representation": "minimol"}
    found = audit_paper_value(labels, finding("mae_baseline", "intensity ridge"))
    assert found is not None
    assert (found.value, found.lower) == (13.3687, None)
    assert audit_paper_value(labels, finding("delta_mae", "intensity ridge")) is None


@pytest.mark.parametrize("change", [{"dataset": "dream"}, {"claim": "geometry (seed=1)"}, {"representation": "x"}])
def test_another_audit_has_no_value(change: dict[str, str]) -> None:
    assert audit_paper_value(GEOMETRY | change, finding("rsa")) is None


def test_every_row_has_numbers_in_order() -> None:
    text = files("azeotrope.reports").joinpath("audit_paper_values.csv").read_text()
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    assert len(rows) > 25
    for row in rows:
        if row["lower"]:
            assert float(row["lower"]) < float(row["value"]) < float(row["upper"])
