"""The picture of claim 4: how the change of the error depends on the partition, and what each model's error is."""

from functools import partial

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_errors import Prediction, by_unit, draw_errors, finish_change, handles_of_models
from azeotrope.reports.figure_panels import audit_png, say_undefined, set_panel_title
from azeotrope.reports.figure_style import BLUE, SKY, VERMILION, WIDTH_INCHES
from azeotrope.reports.figure_whiskers import Whisker, draw_whisker, wrapped
from azeotrope.typing import FloatArray

HEADLINE, WITH_UNITS = "median_delta_mae_partitions_only", "median_delta_mae"
LARGEST = "largest test set"
ROW_INCHES, PANEL_INCHES, LEGEND_INCHES, EMPTY_INCHES = 0.85, 1.1, 0.85, 1.5
HALF = WIDTH_INCHES / 2
# Heights within a row: the foot of the distribution, its summary below, and the one partition below that.
FOOT, SUMMARY, ONE, TALLEST = 0.05, 0.15, 0.33, 0.45
N_BINS, LONGEST_REASON = 30, 40


def transfer_figure(view: AuditView) -> bytes:
    """Return the picture as PNG bytes; one row of panels for each unit."""
    groups = by_unit(Prediction.of(view, each, "median_mae_") for each in view.all_of(HEADLINE))
    if not groups:
        return audit_png(view, [EMPTY_INCHES], partial(_draw_nothing, view=view))
    heights = [PANEL_INCHES + ROW_INCHES * len(group) for group in groups.values()]
    return audit_png(view, [*heights, LEGEND_INCHES], partial(_draw, view=view, groups=groups))


def _draw(bands: list[SubFigure], view: AuditView, groups: dict[str, list[Prediction]]) -> None:
    for number, (band, group) in enumerate(zip(bands, groups.values(), strict=False)):
        change, errors = band.subplots(1, 2, width_ratios=(1.2, 1.0))
        if number == 0:
            set_panel_title(change, "A  Change with the representation", width_inches=HALF, n_lines=1)
            set_panel_title(errors, "B  Error of each model", "median, 95% of partitions", width_inches=HALF)
        _draw_change(change, view, group)
        draw_errors(errors, group)
    bands[-1].legend(handles=[*_handles(view), *handles_of_models(view)], loc="center left", borderaxespad=1.0, ncols=2)


def _draw_nothing(bands: list[SubFigure], view: AuditView) -> None:
    """Say why there is no partition."""
    reasons = [each.estimate.reason for each in view.all_of("n_test_units_max") if each.estimate.reason]
    say_undefined(bands[0].subplots(), (reasons or ["no partition was sampled"])[0], width_inches=WIDTH_INCHES - 1)


def _draw_change(axes: Axes, view: AuditView, group: list[Prediction]) -> None:
    for row, prediction in enumerate(group):
        subject = prediction.subject
        _draw_distribution(axes, view.array(f"{'_'.join(subject.rsplit(' ', 1))}_delta_mae"), row)
        both, one = view.find(WITH_UNITS, subject), view.find("delta_mae", f"{subject} {LARGEST}")
        over = view.find(HEADLINE, subject)
        draw_whisker(axes, Whisker.of("", both), row + SUMMARY, longest_reason=LONGEST_REASON)
        if over.low.value is not None and over.high.value is not None:
            axes.plot([over.low.value, over.high.value], [row + SUMMARY] * 2, color=BLUE, lw=4, solid_capstyle="butt")
        if one.n_units:
            draw_whisker(axes, Whisker.of("", one, colour=VERMILION, marker="s"), row + ONE, longest_reason=40)
    labels = [_label(view, prediction.subject) for prediction in group]
    finish_change(axes, labels, group[0].unit, "MAE(combined) - MAE(baseline)")


def _draw_distribution(axes: Axes, values: FloatArray, row: int) -> None:
    """Draw a histogram that stands on the middle of its row."""
    if not len(values):
        return
    counts, edges = np.histogram(values, bins=min(N_BINS, max(1, len(values) // 2)))
    heights = row + FOOT - TALLEST * counts / counts.max()
    axes.stairs(heights, edges, baseline=row + FOOT, fill=True, color=SKY, alpha=0.6)


def _label(view: AuditView, subject: str) -> str:
    """Name a row, and say on how many of its partitions the representation helps."""
    share = view.find("share_of_partitions_helped", subject)
    name = wrapped(subject, 20)
    return name if share.estimate.value is None else f"{name}\nhelps on {share.estimate.value:.0%}\nof partitions"


def _handles(view: AuditView) -> list[Artist]:
    """Return what a legend shows for the panel of changes."""
    n_partitions = view.all_of(HEADLINE)[0].n_units
    n_tested = [each.n_units for each in view.all_of("delta_mae") if each.subject.endswith(LARGEST)]
    one = f"largest test set, {n_tested[0]} component sets, 95% bootstrap" if n_tested else None
    return [
        Patch(color=SKY, alpha=0.6, label=f"{n_partitions:,} partitions"),
        Line2D([], [], color=BLUE, lw=4, label="95% of partitions"),
        Line2D([], [], color=BLUE, lw=1.5, marker="o", ms=5.5, label="median, 95% of partitions x component sets"),
        *([Line2D([], [], color=VERMILION, lw=1.5, marker="s", ms=5.5, label=one)] if one else []),
    ]
