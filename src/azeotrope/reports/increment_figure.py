"""The picture of claim 2: how much the error changes with the representation, and what each model's error is."""

from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import SubFigure

from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_errors import Prediction, by_unit, draw_errors, finish_change, handles_of_models
from azeotrope.reports.figure_panels import audit_png, set_panel_title
from azeotrope.reports.figure_style import SKY, WIDTH_INCHES
from azeotrope.reports.figure_whiskers import Whisker, draw_whisker, wrapped
from azeotrope.reports.findings_figure import findings_figure

ROW_INCHES, PANEL_INCHES, LEGEND_INCHES = 0.55, 1.2, 0.4
HALF = WIDTH_INCHES / 2
PAPER_OFFSET, REST_OFFSET, LONGEST_REASON = -0.25, 0.25, 40


def increment_figure(view: AuditView) -> bytes:
    """Return the picture as PNG bytes; one row of panels for each unit."""
    groups = by_unit(Prediction.of(view, each, "mae_") for each in view.all_of("delta_mae"))
    if not groups:
        return findings_figure(view)
    heights = [PANEL_INCHES + ROW_INCHES * len(group) for group in groups.values()]
    return audit_png(view, [*heights, LEGEND_INCHES], partial(_draw, view=view, groups=groups))


def _draw(bands: list[SubFigure], view: AuditView, groups: dict[str, list[Prediction]]) -> None:
    for number, (band, group) in enumerate(zip(bands, groups.values(), strict=False)):
        change, errors = band.subplots(1, 2)
        if number == 0:
            set_panel_title(change, "A  Change with the representation", width_inches=HALF, n_lines=1)
            set_panel_title(errors, "B  Error of each model", "whiskers: 95% of resampled units", width_inches=HALF)
        _draw_change(change, view, group)
        draw_errors(errors, group)
    bands[-1].legend(handles=handles_of_models(view), loc="center left", borderaxespad=1.0, ncols=4)


def _draw_change(axes: Axes, view: AuditView, group: list[Prediction]) -> None:
    papers = set()
    for row, prediction in enumerate(group):
        finding = view.find("delta_mae", prediction.subject)
        draw_whisker(axes, Whisker.of("", finding), row, longest_reason=LONGEST_REASON)
        rest = view.find("delta_mae_without_most_influential", prediction.subject)
        if rest.estimate.value is not None:
            draw_whisker(axes, Whisker.of("", rest, colour=SKY, filled=False), row + REST_OFFSET)
        paper = view.paper(finding)
        if paper:
            draw_whisker(axes, Whisker.of_paper(paper), row + PAPER_OFFSET)
            papers.add(f"◇ paper, {paper.table}")
    labels = [wrapped(prediction.subject, 20) for prediction in group]
    finish_change(axes, labels, group[0].unit, "MAE(combined) - MAE(baseline)")
    one = view.find("delta_mae", group[0].subject).resampled.removesuffix("s")
    axes.set_xlabel("\n".join([axes.get_xlabel(), f"○ without the {one} it depends on most", *sorted(papers)]))
