from collections.abc import Callable

import pandas as pd
import pytest

from azeotrope.audits.claim import Evidence
from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.reports.audit_figures import FIGURES, audit_figure
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.findings_figure import findings_figure

MakeView = Callable[..., AuditView]
SizeOf = Callable[[bytes], tuple[int, int]]

LABELS = {"dataset": "invented", "second": "none", "representation": "morgan", "baseline": "none"}
FINDING = Finding(
    quantity="strength",
    estimate=Outcome.of(1.0),
    low=Outcome.of(0.5),
    high=Outcome.of(2.0),
    n_units=12,
    resampled="molecules",
    interval="95% bootstrap",
    n_resamples=10,
    seed=0,
)


def evidence(*findings: Finding) -> Evidence:
    return Evidence(findings, pd.DataFrame())


@pytest.mark.parametrize("claim", [*FIGURES, "geometry (n_splits=100)", "own", "own (depth=2)"])
def test_every_claim_has_a_picture_even_of_unexpected_findings(claim: str, size_of: SizeOf) -> None:
    assert size_of(audit_figure(evidence(FINDING), {**LABELS, "claim": claim}))[1] == 1080
    size_of(audit_figure(evidence(), {**LABELS, "claim": claim}))


def test_changed_options_do_not_change_the_kind_of_picture(size_of: SizeOf) -> None:
    sizes = {size_of(audit_figure(evidence(FINDING), {**LABELS, "claim": f"geometry{o}"})) for o in ("", " (n=1)")}
    assert len(sizes) == 1


def test_a_claim_of_others_shows_numbers_with_an_interval_apart_by_unit(make_view: MakeView, size_of: SizeOf) -> None:
    count = Finding.exact("count", Outcome.of(3.0), n_units=3, counted="molecules")
    one = size_of(findings_figure(make_view([FINDING, count], claim="own")))
    assert one == size_of(findings_figure(make_view([FINDING], claim="own")))
    other = Finding(**{**vars(FINDING), "quantity": "other", "unit": "K"})
    assert size_of(findings_figure(make_view([FINDING, other], claim="own")))[0] > one[0]
