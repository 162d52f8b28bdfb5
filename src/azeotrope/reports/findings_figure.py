"""The picture of a claim that has no picture of its own: every number with its interval."""

from functools import partial

from matplotlib.figure import SubFigure

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_errors import in_unit
from azeotrope.reports.figure_panels import audit_png, say_undefined
from azeotrope.reports.figure_style import WIDTH_INCHES
from azeotrope.reports.figure_whiskers import Whisker, draw_whiskers

ROW_INCHES, PANEL_INCHES, MOST_ROWS = 0.34, 0.6, 40


def findings_figure(view: AuditView) -> bytes:
    """Return one panel for each unit as PNG bytes; counts, which have no interval, are for the table."""
    groups: dict[str, list[Finding]] = {}
    with_interval = [each for each in view.evidence.findings if each.interval]
    for finding in with_interval[:MOST_ROWS]:
        groups.setdefault(finding.unit, []).append(finding)
    heights = [PANEL_INCHES + ROW_INCHES * len(group) for group in groups.values()] or [1.5]
    left_out = f", the first {MOST_ROWS} of {len(with_interval)} numbers" if len(with_interval) > MOST_ROWS else ""
    return audit_png(view, heights, partial(_draw, groups=groups, left_out=left_out))


def _draw(bands: list[SubFigure], groups: dict[str, list[Finding]], left_out: str) -> None:
    if not groups:
        say_undefined(bands[0].subplots(), "no number of this claim has an interval", width_inches=WIDTH_INCHES - 1)
    for band, (unit, group) in zip(bands, groups.items(), strict=False):
        axes = band.subplots()
        draw_whiskers(axes, [Whisker.of(f"{each.subject} {each.quantity}".strip(), each) for each in group])
        axes.set_xlabel(f"value{in_unit(unit)}{left_out}")
