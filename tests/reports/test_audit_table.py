import io
from dataclasses import replace

import pytest
from rich.console import Console

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.audit_table import AuditTable, tables_of

LABELS = {"dataset": "keller", "second": "none", "claim": "geometry", "representation": "morgan", "baseline": "none"}


def rsa(value: float | None, subject: str = "", unit: str = "") -> Finding:
    interval = (
        Interval.undefined("three molecules are needed", 2)
        if value is None
        else Interval(Outcome.of(value), Outcome.of(value - 0.1), Outcome.of(value + 0.1), 476)
    )
    return Finding.of("rsa", interval, resampled="molecules", n_resamples=2000, seed=7, subject=subject, unit=unit)


def audit(*findings: Finding, notes: tuple[str, ...] = (), **labels: str) -> AuditSummary:
    named = LABELS | labels
    return AuditSummary(f"{named['dataset']}-x-{named['representation']}-123456abcdef", named, findings, notes)


def drawn(*audits: AuditSummary, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width)
    for table in tables_of(audits):
        console.print(table)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_a_number_has_its_interval_units_resamples_and_seed() -> None:
    text = drawn(audit(rsa(0.25, unit="mPa s"), dataset="mine"))
    assert "geometry, mine, morgan" in text
    [row] = [line for line in text.splitlines() if line.startswith("rsa [mPa s]")]
    assert row.split()[-5:] == ["0.250", "[0.150,", "0.350]", "476", "a"]
    assert "a: n counts molecules; 95% bootstrap, 2,000 resamples, seed 7" in text


def test_the_papers_number_stands_below_ours_only_for_the_same_audit() -> None:
    text = drawn(audit(rsa(0.06)))
    assert "0.0559" in text
    assert "[0.0220, 0.104]" in text
    assert "Huang and Sun" in text
    for other in ({"dataset": "mine"}, {"representation": "morgan (n_bits=8)"}, {"claim": "geometry (seed=1)"}):
        assert "0.0559" not in drawn(audit(rsa(0.06), **other))
    assert "0.0559" not in drawn(audit(rsa(0.06, subject="intensity")))


def test_representations_stand_beside_each_other_and_common_numbers_once() -> None:
    control = rsa(0.001, subject="gaussian 1")
    text = drawn(
        audit(rsa(0.2), control, dataset="mine"), audit(rsa(0.3), control, dataset="mine", representation="minimol")
    )
    rows = [line.split() for line in text.splitlines()]
    assert ["rsa", "morgan", "0.200"] in [row[:3] for row in rows]
    assert ["minimol", "0.300"] in [row[:2] for row in rows]
    assert ["rsa", "all", "0.00100"] in [row[:3] for row in rows]
    assert text.count("0.00100") == 1


def test_two_audits_of_one_name_are_told_apart() -> None:
    first = audit(rsa(0.2), dataset="mine")
    second = replace(first, run_id="mine-x-morgan-ffffffffffff", findings=(rsa(0.3),))
    text = drawn(first, second)
    assert "morgan abcdef" in text
    assert "morgan ffffff" in text


def test_claims_and_data_have_tables_of_their_own() -> None:
    text = drawn(audit(rsa(0.2)), audit(rsa(0.2), dataset="mine"), audit(rsa(0.2), claim="replication", second="dream"))
    assert text.count("number") == 3
    assert "replication, keller and dream" in text


def test_an_undefined_number_says_why() -> None:
    text = drawn(audit(rsa(None), dataset="mine"))
    assert "undefined" in text
    assert "rsa: three molecules are needed" in text
    assert "n counts" not in text


def test_a_count_is_neither_undefined_nor_explained() -> None:
    text = drawn(audit(Finding.exact("shared", Outcome.of(38), n_units=38, counted="molecules"), dataset="mine"))
    assert "38" in text.split()
    assert "38.0" not in text
    assert "undefined" not in text
    assert "estimated" not in text


def test_runs_are_named_by_their_hash() -> None:
    name = "run:a-mixture-dmpnn-f0-0123456789ab+morgan"
    assert audit(rsa(0.1), representation=name, baseline="rdkit_2d").audited == "run:0123456789ab+morgan on rdkit_2d"
    assert audit(rsa(0.1), representation="none").audited == ""


def test_long_notes_are_cut_and_names_are_no_markup() -> None:
    text = drawn(audit(rsa(0.1), notes=("x" * 1000, "[red]plain[/red]"), dataset="[bold]mine"), width=2000)
    assert "whole in evidence.json" in text
    assert "x" * 401 not in text
    assert "[red]plain[/red]" in text
    assert "[bold]mine" in text


@pytest.mark.parametrize("width", [60, 80, 200])
def test_numbers_are_never_broken(width: int) -> None:
    text = drawn(audit(rsa(0.123456, subject="intensity"), representation="a" * 70, dataset="mine"), width=width)
    assert "[0.0235, 0.223]" in text


def test_a_table_needs_no_audit_to_be_none() -> None:
    assert tables_of([]) == []
    assert isinstance(tables_of([audit()])[0], AuditTable)
