from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.audits.finding import Finding
from azeotrope.audits.paired_comparison import PairedComparison
from azeotrope.audits.transfer_errors import TransferErrors
from azeotrope.audits.transfer_findings import PartitionFindings
from azeotrope.metrics.outcome import Outcome
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.transfer_figure import transfer_figure

MakeView = Callable[..., AuditView]
SizeOf = Callable[[bytes], tuple[int, int]]

ONE = PairedComparison(
    truth=np.zeros(20),
    groups=np.array([f"set {number}" for number in range(20)]),
    unit="0-10 scale",
    resampled="mixture units",
    n_resamples=20,
    seed=0,
)


@pytest.fixture
def view_of(make_view: MakeView) -> MakeView:
    def make(n_partitions: int, *, has_units: bool = True, **labels: str) -> AuditView:
        rng = np.random.default_rng(0)
        mae = 1.0 + rng.random(size=(n_partitions, 1, 4, 1))
        resampled = rng.normal(size=(n_partitions, 5, 1, 1)) if has_units else np.full((n_partitions, 5, 1, 1), np.nan)
        errors = TransferErrors(mae, resampled)
        findings = PartitionFindings(unit="0-10 scale", seed=0).findings("two words ridge", errors, 0, 0)
        findings += ONE.findings("two words ridge largest test set", rng.normal(size=(4, 20)))
        named = {"claim": "transfer", "dataset": "ma", "baseline": "rdkit_2d"} | labels
        return make_view(findings, {"two words_ridge_delta_mae": errors.delta_mae[:, 0, 0]}, **named)

    return make


def test_size_and_that_equal_evidence_gives_equal_bytes(view_of: MakeView, size_of: SizeOf) -> None:
    png = transfer_figure(view_of(50))
    height, width = size_of(png)
    assert width == 1080
    assert 400 < height < 800
    assert png == transfer_figure(view_of(50))


@pytest.mark.parametrize("n_partitions", [1, 2, 3])
def test_few_partitions(view_of: MakeView, size_of: SizeOf, n_partitions: int) -> None:
    assert size_of(transfer_figure(view_of(n_partitions)))


def test_the_distribution_is_found_by_the_name_that_the_claim_gives_it(view_of: MakeView, make_view: MakeView) -> None:
    view = view_of(50)
    without = make_view(view.evidence.findings, {}, **view.labels)
    assert transfer_figure(view) != transfer_figure(without)


def test_limits_over_units_may_be_undefined(view_of: MakeView, size_of: SizeOf) -> None:
    assert size_of(transfer_figure(view_of(50, has_units=False)))


def test_no_partition_gives_the_reason(make_view: MakeView, size_of: SizeOf) -> None:
    reason = "no partition obeys the rule, as the certificate proves"
    none = Finding.exact("n_test_units_max", Outcome.undefined(reason), n_units=222, counted="mixture units")
    height, width = size_of(transfer_figure(make_view([none], claim="transfer")))
    assert width == 1080
    assert height < 400
    assert size_of(transfer_figure(make_view([], claim="transfer")))


def test_all_partitions_alike(view_of: MakeView, make_view: MakeView, size_of: SizeOf) -> None:
    view = view_of(5)
    assert size_of(
        transfer_figure(make_view(view.evidence.findings, {"two words_ridge_delta_mae": np.zeros(5)}, **view.labels))
    )
