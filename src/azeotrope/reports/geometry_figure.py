"""The picture of claim 1: alignment, how reliable the ratings are, chance, and the distances themselves."""

from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import SubFigure

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_distances import count_of_pairs, draw_distances, draw_null
from azeotrope.reports.figure_panels import audit_png, set_panel_title
from azeotrope.reports.figure_style import GREEN, GREY, ORANGE, SKY, WIDTH_INCHES
from azeotrope.reports.figure_whiskers import Whisker, draw_whiskers

PANEL_INCHES, ROW_INCHES, LOWER_INCHES = 0.85, 0.28, 3.1
N_LINES = 2
CONTROL = "gaussian"
FULL, HALF = WIDTH_INCHES - 0.4, WIDTH_INCHES / 2 - 0.75


def geometry_figure(view: AuditView) -> bytes:
    """Return the picture as PNG bytes."""
    rows = alignment(view), _reliability(view)
    heights = [*(PANEL_INCHES + ROW_INCHES * len(each) for each in rows), LOWER_INCHES]
    return audit_png(view, heights, partial(_draw, view=view, rows=rows))


def _draw(bands: list[SubFigure], view: AuditView, rows: tuple[list[Whisker], list[Whisker]]) -> None:
    upper, middle = bands[0].subplots(), bands[1].subplots()
    left, right = bands[2].subplots(1, 2)
    set_panel_title(upper, "A  RSA of the representation and the ratings", width_inches=FULL)
    draw_whiskers(upper, rows[0])
    upper.set_xlabel("RSA (Spearman, no unit), whiskers: 95% of resampled molecules")
    set_panel_title(middle, "B  The same beside how far the ratings agree with themselves", width_inches=FULL)
    draw_whiskers(middle, rows[1])
    middle.set_xlabel("correlation or share (no unit)")
    low, high = middle.get_xlim()
    middle.set_xlim(min(low, -0.05), max(high, 1.0))
    draw_null(left, view, "C", width_inches=HALF, n_lines=N_LINES)
    _draw_pairs(bands[2], right, view)


def _draw_pairs(figure: SubFigure, axes: Axes, view: AuditView) -> None:
    sides = view.pairs("representation_distances", "property_distances")
    set_panel_title(axes, "D  Distances", count_of_pairs(sides), width_inches=HALF, n_lines=N_LINES)
    draw_distances(figure, axes, sides, width_inches=HALF)
    axes.set_xlabel("distance in the representation (no unit)")
    axes.set_ylabel("distance between ratings\n(standard deviations)")


def alignment(view: AuditView) -> list[Whisker]:
    """RSA with both intervals and the paper's, then its parts and the controls."""
    whole, *parts = view.all_of("rsa") or [view.find("rsa")]
    paper = view.paper(whole)
    return [
        Whisker.of("all attributes", whole, filled=False),
        Whisker.of("distinct pairs only", view.find("rsa_distinct")),
        *([Whisker.of_paper(paper)] if paper else []),
        *(Whisker.of(part.subject, part, **_look(part)) for part in parts),
    ]


def _look(part: Finding) -> dict[str, str]:
    if part.subject.startswith(f"{CONTROL} "):
        return {"colour": GREY, "marker": "s"}
    return {"colour": SKY}


def _reliability(view: AuditView) -> list[Whisker]:
    """RSA and debiased CKA, on the scale of the split-half reliability."""
    reliability = view.find("split_half_rsa")
    paper = view.paper(reliability)
    return [
        Whisker.of("RSA, distinct pairs", view.find("rsa_distinct")),
        Whisker.of("debiased CKA", view.find("debiased_cka"), colour=ORANGE, marker="s"),
        Whisker.of("split halves of ratings", reliability, colour=GREEN, marker="^"),
        *([Whisker.of_paper(paper)] if paper else []),
        Whisker.of("RSA, share of reliability", view.find("rsa_share"), filled=False),
    ]
