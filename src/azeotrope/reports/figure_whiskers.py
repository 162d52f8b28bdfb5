"""Points with whiskers, one below the other, each named at the left."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.reports.audit_paper_values import AuditPaperValue
from azeotrope.reports.figure_style import BLACK, BLUE, GREY, shortened

LONGEST_LABEL = 26
LONGEST_REASON = 80


@dataclass(frozen=True, kw_only=True)
class Whisker:
    """A point and the ends of its interval.

    Attributes
    ----------
    label
        What stands at the left of its row; empty where the row is named already.
    estimate, low, high
        An undefined estimate is replaced by its reason; undefined limits are left out.
    colour, marker, filled
        How it looks.
    """

    label: str
    estimate: Outcome
    low: Outcome
    high: Outcome
    colour: str = BLUE
    marker: str = "o"
    filled: bool = True

    @classmethod
    def of(cls, label: str, finding: Finding, **look: Any) -> "Whisker":
        """Return the whisker of a finding."""
        return cls(label=label, estimate=finding.estimate, low=finding.low, high=finding.high, **look)

    @classmethod
    def of_paper(cls, value: AuditPaperValue) -> "Whisker":
        """Return the whisker of a number that the paper prints."""
        low, high = (
            Outcome.undefined("the paper gives none") if limit is None else Outcome.of(limit)
            for limit in (value.lower, value.upper)
        )
        return cls(
            label=f"paper, {value.table}",
            estimate=Outcome.of(value.value),
            low=low,
            high=high,
            colour=BLACK,
            marker="D",
            filled=False,
        )


def draw_whiskers(axes: Axes, whiskers: Sequence[Whisker]) -> None:
    """Draw one row for each whisker, the first at the top, and a line at zero."""
    name_rows(axes, [wrapped(each.label) for each in whiskers])
    draw_zero(axes)
    for row, whisker in enumerate(whiskers):
        draw_whisker(axes, whisker, row)


def draw_zero(axes: Axes) -> None:
    """Draw a line at zero."""
    axes.axvline(0.0, color=GREY, lw=0.8, ls=(0, (4, 3)), zorder=1)


def draw_whisker(axes: Axes, whisker: Whisker, row: float, *, longest_reason: int = LONGEST_REASON) -> None:
    """Draw a point with its interval at a height, or the reason why there is none."""
    value, low, high = (each.value for each in (whisker.estimate, whisker.low, whisker.high))
    if value is None:
        text = shortened(f"undefined: {whisker.estimate.reason}", longest_reason)
        place: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center", "zorder": 4}
        paper = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        axes.text(0.01, row, text, **place, fontsize=8, color=GREY, style="italic", bbox=paper)
        return
    if low is not None and high is not None:
        axes.plot([low, high], [row, row], color=whisker.colour, lw=1.5, solid_capstyle="butt", zorder=2)
        axes.plot([low, high], [row, row], ls="none", marker="|", ms=6, mew=1.2, color=whisker.colour, zorder=2)
    face = whisker.colour if whisker.filled else "white"
    axes.plot([value], [row], marker=whisker.marker, ms=5.5, mfc=face, mec=whisker.colour, mew=1.2, zorder=3)


def name_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Name the rows 0, 1, ... from top to bottom, with faint lines to read values by."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color="#E6E6E6", lw=0.6)
    axes.set_axisbelow(True)


def wrapped(label: str, longest: int = LONGEST_LABEL) -> str:
    """Return a label on at most two lines."""
    lines = wrap(label, longest) or [""]
    return "\n".join([lines[0], *([shortened(" ".join(lines[1:]), longest)] if len(lines) > 1 else [])])
