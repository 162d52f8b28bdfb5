"""The picture of claim 3: agreement of two data sets, their own reliability, chance, and the distances themselves."""

from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import SubFigure

from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_distances import count_of_pairs, draw_distances, draw_null, interval_in_words
from azeotrope.reports.figure_panels import audit_png, set_panel_title
from azeotrope.reports.figure_style import GREEN, ORANGE, SKY, WIDTH_INCHES, shortened
from azeotrope.reports.figure_whiskers import Whisker, draw_whiskers

PANEL_INCHES, ROW_INCHES, LOWER_INCHES = 0.85, 0.28, 3.4
N_LINES = 3
FULL, HALF = WIDTH_INCHES - 0.4, WIDTH_INCHES / 2 - 0.75


def replication_figure(view: AuditView) -> bytes:
    """Return the picture as PNG bytes."""
    rows = agreement(view)
    heights = [PANEL_INCHES + ROW_INCHES * len(rows), LOWER_INCHES]
    return audit_png(view, heights, partial(_draw, view=view, rows=rows))


def _draw(bands: list[SubFigure], view: AuditView, rows: list[Whisker]) -> None:
    upper = bands[0].subplots()
    left, right = bands[1].subplots(1, 2)
    set_panel_title(upper, "A  Agreement of the two data sets, and of each with itself", width_inches=FULL)
    draw_whiskers(upper, rows)
    upper.set_xlabel("rank correlation (Spearman, no unit), whiskers: 95% of resamples")
    draw_null(left, view, "B", width_inches=HALF, n_lines=N_LINES)
    _draw_pairs(bands[1], right, view)


def _draw_pairs(figure: SubFigure, axes: Axes, view: AuditView) -> None:
    sides = view.pairs("first_distances", "second_distances")
    words = count_of_pairs(sides)
    if view.find("rsa").estimate.value is not None:
        rsa, distinct = (interval_in_words(view.find(name)) for name in ("rsa", "rsa_distinct"))
        words += f", RSA {rsa}, with distinct pairs only {distinct}"
    set_panel_title(axes, "C  Distances", words, width_inches=HALF, n_lines=N_LINES)
    draw_distances(figure, axes, sides, width_inches=HALF)
    axes.set_xlabel(f"distance in {shortened(view.labels['dataset'])}\n(standard deviations)")
    axes.set_ylabel(f"distance in {shortened(view.labels['second'])}\n(standard deviations)")


def agreement(view: AuditView) -> list[Whisker]:
    """RSA with both intervals and the paper's, its parts, rank correlations of values, and split halves."""
    whole, *parts = view.all_of("rsa") or [view.find("rsa")]
    paper = view.paper(whole)
    return [
        Whisker.of("RSA, all attributes", whole, filled=False),
        Whisker.of("RSA, distinct pairs", view.find("rsa_distinct")),
        *([Whisker.of_paper(paper)] if paper else []),
        *(Whisker.of(f"RSA, {part.subject}", part, colour=SKY) for part in parts),
        *(Whisker.of(f"values, {each.subject}", each, colour=ORANGE, marker="s") for each in view.all_of("spearman")),
        *(
            Whisker.of(f"split halves, {each.subject}", each, colour=GREEN, marker="^")
            for each in view.all_of("split_half_rsa")
        ),
    ]
