from collections.abc import Callable, Sequence

import numpy as np
import pytest

from azeotrope.audits.finding import Finding
from azeotrope.audits.paired_comparison import PairedComparison
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.increment_figure import increment_figure

MakeView = Callable[..., AuditView]
SizeOf = Callable[[bytes], tuple[int, int]]


@pytest.fixture
def view_of(make_view: MakeView) -> MakeView:
    def make(
        n_units: int,
        subjects: Sequence[str] = ("intensity ridge",),
        units: Sequence[str] = ("0-100 scale",),
        **labels: str,
    ) -> AuditView:
        rng = np.random.default_rng(0)
        truth = rng.normal(size=n_units)
        findings = []
        for subject, unit in zip(subjects, units, strict=True):
            names = np.array([f"m{number}" for number in range(n_units)])
            comparison = PairedComparison(
                truth=truth, groups=names, unit=unit, resampled="molecules", n_resamples=20, seed=0
            )
            findings += comparison.findings(subject, truth + rng.normal(size=(4, n_units)))
        named = {"claim": "increment", "representation": "molformer", "baseline": "rdkit_2d+morgan"} | labels
        return make_view(findings, {}, **named)

    return make


def test_size_and_that_equal_evidence_gives_equal_bytes(view_of: MakeView, size_of: SizeOf) -> None:
    png = increment_figure(view_of(30))
    height, width = size_of(png)
    assert width == 1080
    assert 300 < height < 700
    assert png == increment_figure(view_of(30))


def test_units_do_not_share_an_axis(view_of: MakeView, size_of: SizeOf) -> None:
    subjects = ("intensity ridge", "density ridge")
    together = view_of(30, subjects, ("0-100 scale", "0-100 scale"))
    apart = view_of(30, subjects, ("0-100 scale", "g/mL"))
    assert size_of(increment_figure(apart))[0] > size_of(increment_figure(together))[0] + 100


@pytest.mark.parametrize("n_units", [1, 3])
def test_few_molecules_have_points_without_whiskers(view_of: MakeView, size_of: SizeOf, n_units: int) -> None:
    assert size_of(increment_figure(view_of(n_units)))


def test_undefined_findings_say_so(make_view: MakeView, size_of: SizeOf) -> None:
    nothing = Interval.undefined("a reason that is so long that it does not fit into half of the picture " * 3, 0)
    findings = [
        Finding.of(quantity, nothing, resampled="molecules", n_resamples=5, seed=0, subject="a ridge")
        for quantity in ("delta_mae", "mae_constant")
    ]
    assert size_of(increment_figure(make_view(findings, claim="increment")))
    assert size_of(increment_figure(make_view([], claim="increment")))


def test_the_papers_value_changes_the_picture(view_of: MakeView) -> None:
    ours, others = view_of(30, dataset="keller"), view_of(30, dataset="kelle7")
    assert increment_figure(ours) != increment_figure(others)


def test_long_names_of_outcomes_stay_inside(view_of: MakeView, size_of: SizeOf) -> None:
    assert size_of(
        increment_figure(view_of(12, ("a very long outcome of many words indeed " * 3 + "ridge",), ("$x$" * 30,)))
    )
