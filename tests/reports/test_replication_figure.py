from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.replication_figure import agreement, replication_figure
from azeotrope.typing import FloatArray

MakeView = Callable[..., AuditView]
RsaMade = Callable[[int], tuple[list[Finding], dict[str, FloatArray], tuple[FloatArray, FloatArray]]]
SizeOf = Callable[[bytes], tuple[int, int]]


@pytest.fixture
def view_of(make_view: MakeView, rsa_evidence: RsaMade) -> MakeView:
    def make(n_molecules: int, **labels: str) -> AuditView:
        findings, arrays, (first, second) = rsa_evidence(n_molecules)
        rsa = findings[0]
        parts = [
            replace(rsa, subject="intensity"),
            replace(rsa, quantity="spearman", subject="intensity"),
            replace(rsa, quantity="split_half_rsa", subject="first keller"),
        ]
        arrays |= {"first_distances": first, "second_distances": second, "first_split_half_rsa": np.empty(0)}
        named = {"claim": "replication", "second": "bierling", "representation": "none"} | labels
        return make_view([*findings, *parts], arrays, **named)

    return make


def test_size_and_that_equal_evidence_gives_equal_bytes(view_of: MakeView, size_of: SizeOf) -> None:
    png = replication_figure(view_of(30))
    height, width = size_of(png)
    assert width == 1080
    assert 800 < height < 1300
    assert png == replication_figure(view_of(30))


@pytest.mark.parametrize("n_molecules", [2, 3, 80])
def test_a_pair_few_points_and_a_density(view_of: MakeView, size_of: SizeOf, n_molecules: int) -> None:
    assert size_of(replication_figure(view_of(n_molecules)))[1] == 1080


def test_the_interval_to_cite_is_the_filled_one(view_of: MakeView) -> None:
    rows = {row.label: row.filled for row in agreement(view_of(12))}
    assert (rows["RSA, all attributes"], rows["RSA, distinct pairs"]) == (False, True)


def test_without_findings_and_arrays(make_view: MakeView, size_of: SizeOf) -> None:
    assert size_of(replication_figure(make_view([], claim="replication", second="bierling")))


def test_pairs_that_are_not_finite_on_one_side_are_left_out(view_of: MakeView, make_view: MakeView) -> None:
    view = view_of(12)
    arrays = dict(view.evidence.arrays)
    holes = arrays["first_distances"].copy()
    holes[:3] = np.nan
    sides = make_view((), {**arrays, "first_distances": holes}).pairs("first_distances", "second_distances")
    assert [len(side) for side in sides] == [63, 63]
