from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.finding import Finding
from azeotrope.audits.reliability import reliability_finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.split_half import SplitHalf
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.geometry_figure import alignment, geometry_figure
from azeotrope.typing import FloatArray

MakeView = Callable[..., AuditView]
RsaMade = Callable[[int], tuple[list[Finding], dict[str, FloatArray], tuple[FloatArray, FloatArray]]]
SizeOf = Callable[[bytes], tuple[int, int]]

NO_SPLITS = SplitHalf(Interval.undefined("means only", 0), np.empty(0), np.empty((0, 0), dtype=np.bool_), 0)
UNRELIABLE = reliability_finding(NO_SPLITS, n_splits=10, seed=0)


@pytest.fixture
def view_of(make_view: MakeView, rsa_evidence: RsaMade) -> MakeView:
    def make(n_molecules: int, **labels: str) -> AuditView:
        findings, arrays, (first, second) = rsa_evidence(n_molecules)
        parts = [replace(findings[0], subject=name) for name in ("intensity", "gaussian 1")]
        arrays |= {"split_half_rsa": np.empty(0), "representation_distances": first, "property_distances": second}
        return make_view([*findings, *parts, UNRELIABLE], arrays, **labels)

    return make


def test_size_and_that_equal_evidence_gives_equal_bytes(view_of: MakeView, size_of: SizeOf) -> None:
    png = geometry_figure(view_of(30))
    height, width = size_of(png)
    assert width == 1080
    assert 1000 < height < 1500
    assert png == geometry_figure(view_of(30))


@pytest.mark.parametrize("n_molecules", [2, 3, 80])
def test_a_pair_few_points_and_a_density(view_of: MakeView, size_of: SizeOf, n_molecules: int) -> None:
    assert size_of(geometry_figure(view_of(n_molecules)))[1] == 1080


def test_the_interval_to_cite_is_the_filled_one(view_of: MakeView) -> None:
    rows = {row.label: row.filled for row in alignment(view_of(12))}
    assert (rows["all attributes"], rows["distinct pairs only"]) == (False, True)


def test_everything_undefined_is_a_picture_of_reasons(make_view: MakeView, size_of: SizeOf) -> None:
    nothing = Interval.undefined("all distances are equal", 5)
    findings = [
        Finding.of(quantity, nothing, resampled="molecules", n_resamples=5, seed=0)
        for quantity in ("rsa", "rsa_distinct", "rsa_p_one_sided", "split_half_rsa")
    ]
    assert size_of(geometry_figure(make_view(findings, {"rsa_null": np.empty(0)})))
    assert size_of(geometry_figure(make_view([])))


def test_the_papers_value_changes_the_picture(view_of: MakeView) -> None:
    assert geometry_figure(view_of(30, dataset="keller")) != geometry_figure(view_of(30, dataset="others"))


def test_a_row_for_each_attribute_makes_it_taller(view_of: MakeView, make_view: MakeView, size_of: SizeOf) -> None:
    view = view_of(30)
    more = [replace(view.evidence.findings[0], subject=f"attribute {number}") for number in range(4)]
    longer = make_view([*view.evidence.findings, *more], view.evidence.arrays)
    assert size_of(geometry_figure(longer))[0] > size_of(geometry_figure(view))[0] + 100


def test_names_are_never_read_as_formulas_and_may_be_long(view_of: MakeView, size_of: SizeOf) -> None:
    assert size_of(
        geometry_figure(view_of(12, dataset="$x$" * 60, representation="<script>" * 30, claim="geometry (n=1)"))
    )


def test_an_estimate_without_limits_is_a_point(make_view: MakeView, size_of: SizeOf) -> None:
    few = Outcome.undefined("too few molecules")
    finding = Finding.of("rsa", Interval(Outcome.of(0.3), few, few, 3), resampled="molecules", n_resamples=5, seed=0)
    assert size_of(geometry_figure(make_view([finding])))
