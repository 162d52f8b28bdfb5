from collections.abc import Callable

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.comparison_figure import comparison_figure, name_of

MakeAudit = Callable[..., AuditSummary]
SizeOf = Callable[[bytes], tuple[int, int]]


def rsa(value: float | None, subject: str = "") -> Finding:
    outcome = Outcome.undefined("none") if value is None else Outcome.of(value)
    return Finding.of(
        "rsa", Interval(outcome, outcome, outcome, 30), resampled="molecules", n_resamples=9, seed=0, subject=subject
    )


def test_one_audit_is_not_compared(make_audit: MakeAudit) -> None:
    assert comparison_figure([make_audit([rsa(0.1)])], "rsa") is None
    assert comparison_figure([], "rsa") is None


def test_each_audit_and_the_papers_value_have_a_row(make_audit: MakeAudit, size_of: SizeOf) -> None:
    own = [make_audit([rsa(0.1)], representation=name) for name in ("mine", "yours")]
    published = [make_audit([rsa(0.1)], representation=name) for name in ("morgan", "rdkit_2d")]
    plain, with_paper = (size_of(comparison_figure(audits, "rsa")) for audits in (own, published))
    assert with_paper[0] > plain[0] + 50
    assert comparison_figure(own, "rsa") == comparison_figure(own, "rsa")


def test_quantities_have_words_where_there_are_any() -> None:
    assert name_of("rsa_distinct") == "RSA, distinct pairs (Spearman)"
    assert name_of("own_number") == "own_number"


def test_the_whole_is_compared_where_there_is_one_else_what_all_have(make_audit: MakeAudit, size_of: SizeOf) -> None:
    whole = [make_audit([rsa(0.1), rsa(0.2, "part")], representation=name) for name in "ab"]
    parts = [make_audit([rsa(0.1, "one"), rsa(None, "two")], representation=name) for name in "ab"]
    assert size_of(comparison_figure(parts, "rsa"))[0] > size_of(comparison_figure(whole, "rsa"))[0] + 50
    apart = [make_audit([rsa(0.1, name)], representation=name) for name in "ab"]
    assert comparison_figure(apart, "rsa") is None
