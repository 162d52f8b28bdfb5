import io
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Literal

import pytest
from rich.console import Console

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import compare
from azeotrope.reports.headline import HEADLINE
from azeotrope.reports.records import RunSummary
from azeotrope.reports.tables import HEADING_WIDTH, ResultsTable

BOLD, UNDERLINE = "\x1b[1m", "\x1b[4m"
TITLES = [metric.title for metric in HEADLINE]


def drawn(
    runs: Sequence[RunSummary],
    width: int = 160,
    *,
    pooled: Mapping[str, Interval] | None = None,
    encoding: str = "utf-8",
    color_system: Literal["standard"] | None = None,
) -> str:
    """Print the table of all runs to a console of the given kind."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    console = Console(
        file=file, width=width, color_system=color_system, force_terminal=color_system is not None, no_color=True
    )
    for comparison in compare(runs, pooled):
        console.print(ResultsTable(comparison))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.fixture
def sweep(make_run: Callable[..., RunSummary]) -> list[RunSummary]:
    """Two folds of three models; all headline metrics."""

    def metrics(error: float, fold: int) -> dict[str, float]:
        return dict.fromkeys((metric.name for metric in HEADLINE), error + 0.01 * fold)

    errors = {"ideal": 0.30, "dmpnn": 0.181, "rdkit_xgb": 0.19}
    return [
        make_run(metrics(error, fold), model, fold=fold, test_rows=3119)
        for model, error in errors.items()
        for fold in range(2)
    ]


def test_title_folds_test_rows_values_and_paper(sweep: list[RunSummary]) -> None:
    text = drawn(sweep)
    assert text.startswith("viscosity, ln(mPa s) (measured)")
    assert "excess RMSE" in text
    assert "[ln(mPa s)]" in text
    assert "6,238" in text
    assert "0.1860 ± 0.0071" in text  # 0.181 and 0.191: sd 0.01 / sqrt(2)
    assert "paper 0.18 ± 0.034" in text


@pytest.mark.parametrize("width", [80, 100, 160])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_no_line_is_too_wide_and_no_value_is_broken(sweep: list[RunSummary], width: int, encoding: str) -> None:
    text = drawn(sweep, width, encoding=encoding)
    assert max(len(line) for line in text.splitlines()) <= width
    sign = "±" if encoding == "utf-8" else "+-"
    assert text.count(f"0.1860 {sign} 0.0071") == len(HEADLINE)
    assert all(line in text for title in TITLES for line in wrap(title, HEADING_WIDTH))


def test_a_wide_terminal_shows_one_table_and_a_narrow_one_stacks_them(sweep: list[RunSummary]) -> None:
    assert drawn(sweep, 180).count("rdkit_xgb") == 1
    assert drawn(sweep, 80).count("rdkit_xgb") > 1


def test_a_tiny_terminal_still_shows_every_metric(sweep: list[RunSummary]) -> None:
    text = drawn(sweep, 40)
    assert max(len(line) for line in text.splitlines()) <= 40
    assert text.count("0.186") == len(HEADLINE)


def test_best_is_bold_and_near_is_underlined_without_colours(sweep: list[RunSummary]) -> None:
    text = drawn(sweep, color_system="standard")
    assert f"{BOLD}0.1860 ± 0.0071" in text
    assert f"{UNDERLINE}0.1950 ± 0.0071" in text
    assert "bold: best mean over all folds; underlined" in text
    assert " *" not in text


def test_marks_are_suffixes_where_there_are_no_styles(sweep: list[RunSummary]) -> None:
    text = drawn(sweep)
    assert "\x1b" not in text
    assert "0.1860 ± 0.0071 *" in text
    assert "0.1950 ± 0.0071 ~" in text


def test_ascii_where_the_encoding_asks_for_it(sweep: list[RunSummary], make_run: Callable[..., RunSummary]) -> None:
    odd = make_run({"rmse_covered": 1.0, "rsa": None}, experiment="odd", unit="\N{DEGREE SIGN}C", dataset="fl\u00e4che")
    text = drawn([*sweep, odd], encoding="ascii")
    assert "0.1860 +- 0.0071" in text
    assert "fl\\xe4che, \\xb0C" in text


def test_the_unit_is_in_every_heading_that_has_one(sweep: list[RunSummary]) -> None:
    assert drawn(sweep, 160).count("[ln(mPa s)]") == 3


def test_undefined_is_a_dash_and_partly_defined_says_so(make_run: Callable[..., RunSummary]) -> None:
    text = drawn(
        [make_run({"rsa": None, "rmse_covered": 1.0}, fold=0), make_run({"rsa": None, "rmse_covered": None}, fold=1)]
    )
    assert "–" in text
    assert "1 of 2 folds" in text
    assert "None" not in text
    assert "nan" not in text


def test_the_pooled_difference_shows_its_interval(sweep: list[RunSummary]) -> None:
    interval = Interval(Outcome.of(-0.0512), Outcome.of(-0.061), Outcome.of(-0.041), 40)
    text = drawn(sweep, pooled={"dmpnn": interval})
    assert "-0.0512" in text
    assert "[-0.0610, -0.0410]" in text


def test_computed_data_say_so(make_run: Callable[..., RunSummary]) -> None:
    assert "(computed, not measured)" in drawn([make_run({}, origin="computed")])


@pytest.mark.parametrize("name", ["[red]x[/red]", "[/]", "<script>alert(1)</script>", "[link=http://x]y", ":smiley:"])
def test_names_are_shown_as_they_are(make_run: Callable[..., RunSummary], name: str) -> None:
    runs = [
        make_run(
            {"rmse_covered": 1.0}, experiment=aggregator, dataset=name, split=name, unit=name, aggregator=aggregator
        )
        for aggregator in (name, "other")
    ]
    text = drawn(runs, 160, color_system="standard")
    assert text.count(name) >= 5  # title with unit, split, aggregator, headings


def test_control_characters_never_reach_the_terminal(make_run: Callable[..., RunSummary]) -> None:
    text = drawn([make_run({"rmse_covered": 1.0}, dataset="a\x1b[31mb\rc")])
    assert "a?[31mb?c" in text


def test_equal_labels_are_told_apart_by_the_experiment(make_run: Callable[..., RunSummary]) -> None:
    text = drawn([make_run({"rmse_covered": 1.0}, experiment=f"{digit * 12}") for digit in "ab"])
    assert "experiment" in text
    assert "aaaaaaaa " in text
    assert "aaaaaaaaa" not in text


def test_models_that_need_measured_pure_values_are_marked(make_run: Callable[..., RunSummary]) -> None:
    runs = [
        make_run({"excess_rmse": 0.1}, "azeotrope", decomposition="excess (pure=measured)"),
        make_run({"excess_rmse": 0.2}, "dmpnn"),
    ]
    text = drawn(runs)
    assert "azeotrope +" in text
    assert "dmpnn +" not in text
    assert "+ uses the pure values, as ideal does: azeotrope\n" in text
    assert "+ uses measured" not in drawn(runs[1:])
