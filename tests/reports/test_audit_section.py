from base64 import b64encode
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.audit_section import audit_panels
from azeotrope.reports.claim_texts import CLAIMS

MakeAudit = Callable[..., AuditSummary]

VOID = {"meta", "img"}
PNG = b"\x89PNG picture"
SOURCE = f"data:image/png;base64,{b64encode(PNG).decode()}"


class Checker(HTMLParser):
    """Every element that is opened is closed in order; collects texts, names and sources."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.sources: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert not checker.open
    assert "script" not in checker.names
    assert all(source.startswith("data:image/png;base64,") for source in checker.sources)
    return checker


def finding(quantity: str = "rsa", value: float | None = 0.0668, subject: str = "", unit: str = "") -> Finding:
    limits = (Outcome.of(0.0336), Outcome.of(0.111)) if value is not None else (Outcome.undefined("why"),) * 2
    estimate = Outcome.undefined("means only") if value is None else Outcome.of(value)
    interval = Interval(estimate, *limits, 476)
    return Finding.of(quantity, interval, resampled="molecules", n_resamples=2000, seed=7, subject=subject, unit=unit)


def test_without_audits_every_claim_says_what_to_type() -> None:
    page = checked(audit_panels([], {}))
    for text in CLAIMS.values():
        assert text.question in page.text
        assert text.does_not_show in page.text
        assert text.command in page.text
    assert page.text.count("No finished audit") == 4


def test_numbers_have_interval_units_seed_and_the_papers_value(make_audit: MakeAudit) -> None:
    audit = make_audit([finding(), finding("split_half_rsa", None)], notes=["a note"])
    page = checked(audit_panels([audit], {"run-1": PNG}))
    made = "a: n counts molecules; 95% bootstrap, 2,000 resamples, seed 7"
    for expected in ("0.0668", "[0.0336, 0.111]", "476 a", "0.0559 [0.0220, 0.104]"):
        assert expected in page.text
    assert page.text.count(made) == 2  # once below the headline and once below all numbers
    assert "undefined: means only" in page.text
    assert "a note" in page.text
    assert page.sources == [SOURCE]
    assert page.text.count("No finished audit") == 3


def test_tables_and_pictures_say_what_they_are(make_audit: MakeAudit) -> None:
    text = audit_panels([make_audit([finding()])], {"run-1": PNG})
    for which in ("headline numbers", "all 1 numbers"):
        assert f'tabindex="0" role="region" aria-label="Geometry, keller, morgan: {which}"' in text
        assert f"<caption>Geometry, keller, morgan: {which}</caption>" in text
    assert '<th scope="row">rsa</th>' in text
    assert "<summary>Geometry, keller, morgan: figure</summary>" in text
    assert f'alt="Geometry, keller, morgan: {CLAIMS["geometry"].shows}"' in text


def test_an_undefined_number_has_a_reason_and_no_units(make_audit: MakeAudit) -> None:
    page = checked(audit_panels([make_audit([finding("split_half_rsa", None)])], {}))
    assert "undefined: means only" in page.text
    assert "molecules; 95%" not in page.text


def test_limits_that_are_undefined_say_why(make_audit: MakeAudit) -> None:
    few = Outcome.undefined("too few molecules")
    found = Finding.of("rsa", Interval(Outcome.of(-0.3), few, few, 3), resampled="molecules", n_resamples=5, seed=0)
    page = checked(audit_panels([make_audit([found])], {}))
    assert "\N{MINUS SIGN}0.300" in page.text
    assert "undefined: too few molecules" in page.text


def test_a_unit_stands_in_brackets_and_counts_are_counts(make_audit: MakeAudit) -> None:
    count = Finding.exact("shared", Outcome.of(38), n_units=38, counted="molecules")
    text = audit_panels([make_audit([finding("rsa", 4.93, unit="0-100 scale"), count])], {})
    assert '<th scope="row">rsa [0-100 scale]</th><td class="number">4.93</td>' in text
    assert '<td class="number">38</td><td class="number"></td>' in text


@pytest.mark.parametrize("place", ["dataset", "representation", "second", "claim", "baseline"])
def test_names_are_escaped(make_audit: MakeAudit, place: str) -> None:
    evil = "<script>alert(1)</script>"
    text = audit_panels([make_audit([finding(subject=evil, unit=evil)], notes=[evil], **{place: evil})], {"run-1": PNG})
    checked(text)
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_several_representations_are_compared_and_their_pictures_folded(make_audit: MakeAudit) -> None:
    audits = [make_audit([finding()], f"run-{name}", representation=name) for name in ("one", "two")]
    page = checked(audit_panels(audits, {audit.run_id: PNG for audit in audits}))
    assert len(page.sources) == 3
    assert page.sources[1:] == [SOURCE, SOURCE]
    alone = audit_panels(audits[:1], {"run-one": PNG})
    assert "<details open" in alone
    assert "<details open" not in audit_panels(audits, {})


def test_data_sets_are_kept_apart(make_audit: MakeAudit) -> None:
    audits = [make_audit([finding()], f"run-{name}", dataset=name) for name in ("one", "two")]
    page = checked(audit_panels(audits, {}))
    assert page.names.count("h4") == 2
    assert not page.sources


def test_only_the_whole_is_a_headline_where_there_is_one(make_audit: MakeAudit) -> None:
    audit = make_audit([finding(), finding(value=0.5, subject="intensity"), finding("delta_mae", 0.3)])
    page = audit_panels([audit], {})
    headline, _, everything = page.partition("<summary>")
    assert "intensity" not in headline
    assert "0.500" in everything


def test_older_runs_are_named(make_audit: MakeAudit) -> None:
    text = audit_panels([make_audit([finding()])], {}, {"run-1": ["run-0"]})
    assert "the latest of 2 runs, not shown: run-0" in text
    assert "the latest" not in audit_panels([make_audit([finding()])], {})


def test_changed_options_are_shown_and_claims_of_others_have_a_panel(make_audit: MakeAudit) -> None:
    changed = make_audit([finding()], claim="geometry (n_splits=100)")
    page = checked(audit_panels([changed, make_audit([finding("own_number")], "run-2", claim="own")], {}))
    assert "n_splits=100" in page.text
    assert page.text.count("No finished audit") == 3
    assert "What does the claim own find?" in page.text
    assert "own_number" in page.text


def test_the_panels_are_the_same_for_the_same_audits(make_audit: MakeAudit) -> None:
    audits = [make_audit([finding()], f"run-{name}", representation=name) for name in ("one", "two")]
    assert audit_panels(audits, {}) == audit_panels(audits, {})
