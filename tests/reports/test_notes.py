from collections.abc import Callable

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import compare
from azeotrope.reports.headline import HEADLINE
from azeotrope.reports.notes import paper_note, undefined_notes
from azeotrope.reports.records import RunSummary

ALL = {metric.name: 0.5 for metric in HEADLINE}


def test_nothing_undefined_nothing_said(make_run: Callable[..., RunSummary]) -> None:
    assert undefined_notes([]) == []
    assert undefined_notes([make_run(ALL)]) == []


def test_each_reason_is_counted(make_run: Callable[..., RunSummary]) -> None:
    flat, few = {"rsa": "constant"}, {"rsa": "3 molecules"}
    runs = [make_run(ALL | {"rsa": None}, fold=fold, reasons=flat if fold < 2 else few) for fold in range(3)]
    assert undefined_notes([*runs, make_run(ALL, fold=3)]) == [
        "RSA is undefined in 2 of 4 runs: constant",
        "RSA is undefined in 1 of 4 runs: 3 molecules",
    ]


def test_a_metric_that_was_never_recorded_is_said(make_run: Callable[..., RunSummary]) -> None:
    without = {name: value for name, value in ALL.items() if name != "kendall_tau"}
    assert undefined_notes([make_run(without)]) == ["Kendall tau is undefined in 1 of 1 runs: not recorded"]


def test_undefined_folds_of_a_pooled_difference_do_not_matter(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run(ALL | {"delta_mae": None}, reasons={"delta_mae": "9 sets"})]
    defined = Interval(Outcome.of(0.1), Outcome.of(0.0), Outcome.of(0.2), 45)
    assert undefined_notes(runs, {"dmpnn": defined}) == []
    assert undefined_notes(runs, {"dmpnn": Interval.undefined("9 sets", 9)}) == [
        "delta MAE is undefined in 1 of 1 runs: 9 sets"
    ]


def test_the_papers_source_is_named_with_what_it_left_out(make_run: Callable[..., RunSummary]) -> None:
    (plain,) = compare([make_run(ALL)])
    assert paper_note(plain) == "paper: Leenhouts et al. 2026, Table 10, Table 11, Table 13"
    (with_temperature,) = compare([make_run(ALL, temperature="concat")])
    assert paper_note(with_temperature).endswith("; it omits temperature, which is used here (concat)")


def test_no_paper_value_no_note(make_run: Callable[..., RunSummary]) -> None:
    (comparison,) = compare([make_run(ALL, dataset="csv", temperature="concat")])
    assert paper_note(comparison) is None
