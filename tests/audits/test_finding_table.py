from dataclasses import replace
from pathlib import Path

import pytest

from azeotrope.audits.finding import Finding
from azeotrope.audits.finding_table import metrics_of, read_findings, to_frame
from azeotrope.errors import ConfigError
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval

BOOTSTRAP = Finding.of(
    "delta_mae",
    Interval(Outcome.of(-0.25), Outcome.of(-0.5), Outcome.of(0.0), 20),
    resampled="molecules",
    n_resamples=2000,
    seed=0,
    subject="intensity ridge",
    unit="0-100 scale",
)
COUNT = Finding.exact("n_partitions", Outcome.of(12), n_units=12, counted="partitions")
UNDEFINED = Finding.of(
    "rsa", Interval.undefined("no molecules, so no pairs", 0), resampled="molecules", n_resamples=2000, seed=3
)
ALL = (BOOTSTRAP, COUNT, UNDEFINED)


def test_names_are_made_of_subject_and_quantity() -> None:
    assert [finding.name for finding in ALL] == ["intensity_ridge_delta_mae", "n_partitions", "rsa"]


def test_findings_survive_a_csv_file(tmp_path: Path) -> None:
    file = tmp_path / "findings.csv"
    to_frame(ALL).to_csv(file, index=False)
    assert read_findings(file) == list(ALL)


@pytest.mark.parametrize("name", ["NA", "null", "nan", "None", "1e5", "007", ""])
def test_names_are_never_taken_for_numbers_or_nothing(tmp_path: Path, name: str) -> None:
    finding = replace(BOOTSTRAP, subject=name, unit=name)
    file = tmp_path / "findings.csv"
    to_frame([finding]).to_csv(file, index=False)
    assert read_findings(file) == [finding]


def test_no_findings_are_an_empty_table() -> None:
    assert len(to_frame(())) == 0


def test_metrics_have_limits_and_reasons() -> None:
    metrics, reasons = metrics_of(ALL)
    assert metrics["intensity_ridge_delta_mae_low"] == -0.5
    assert metrics["intensity_ridge_delta_mae_high"] == 0.0
    assert metrics["n_partitions"] == 12
    assert "n_partitions_low" not in metrics
    assert metrics["rsa"] is None
    assert reasons["rsa_high"] == "no molecules, so no pairs"
    assert {name for name, value in metrics.items() if value is None} == set(reasons)


def test_two_findings_with_one_name_are_refused() -> None:
    with pytest.raises(ConfigError, match="intensity_ridge_delta_mae"):
        to_frame((BOOTSTRAP, BOOTSTRAP))
