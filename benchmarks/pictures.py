# ruff: noqa: INP001 - a script, not a part of the package
"""Two pictures: how many times faster than the other way, and how it grows."""

from collections.abc import Mapping
from dataclasses import dataclass

from growth import COMPONENTS, MOLECULES, ROWS
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from measure_steps import STEPS
from stage import Result, Row, number
from training import AZEOTROPE, COMMAND, LIBRARY

from azeotrope.reports.figure_style import BLACK, BLUE, GREEN, GREY, ORANGE, SKY, VERMILION, png_of

STYLES = dict(zip(STEPS, zip((BLUE, SKY, GREEN, VERMILION, ORANGE), "osD^v", strict=True), strict=True))
BAR_INCHES = 0.27


@dataclass(frozen=True)
class Bar:
    """Ratio of the seconds of the other way and of ours, both for the same work."""

    label: str
    ratio: float
    is_training: bool = False


def speed_picture(results: Mapping[str, Result]) -> bytes:
    """Return bars of all comparisons, training first, on a logarithmic axis."""
    bars = [*training_bars(results.get("training"))]
    for name, result in results.items():
        if name != "training":
            bars += [Bar(_label(row), number(row, "ratio")) for row in result.rows if row.get("other")]

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        places = range(len(bars), 0, -1)
        colours = [BLUE if bar.is_training else GREY for bar in bars]
        axes.barh(places, [bar.ratio - 1.0 for bar in bars], left=1.0, color=colours, height=0.7)
        axes.set_yticks(places, [bar.label for bar in bars])
        axes.set_ylim(0.4, len(bars) + 0.6)
        axes.axvline(1.0, color=BLACK, linewidth=0.8)
        _logarithmic(axes, "x")
        axes.margins(x=0.12)
        axes.set_xlabel("times faster than the alternative (seconds / seconds)")
        for place, bar in zip(places, bars, strict=True):
            axes.annotate(f"{bar.ratio:.2g}" if bar.ratio < 100 else f"{bar.ratio:,.0f}", (max(bar.ratio, 1.0), place),
                          (3, 0), textcoords="offset points", va="center", fontsize=8)  # fmt: skip

    return png_of(draw, width_inches=9.0, height_inches=1.0 + BAR_INCHES * len(bars), dense=True)


def training_bars(result: Result | None) -> list[Bar]:
    """Return rows per second of ours over those of chemprop, per batch size, and the time to its error."""
    if result is None:
        return []
    by_side = {(row["side"], row["batch_size"]): row for row in result.rows}
    bars = []
    for (side, batch), row in by_side.items():
        if side in (COMMAND, LIBRARY):
            ratio = number(by_side[AZEOTROPE, batch], "rows_per_s") / number(row, "rows_per_s")
            bars.append(Bar(f"training, batch {batch} / {side}", ratio, is_training=True))
    reached = [number(row, "target_ratio") for row in result.rows if row.get("target_ratio")]
    return [*bars, *(Bar(f"training to the error of {COMMAND}", ratio, is_training=True) for ratio in reached)]


def growth_picture(result: Result) -> bytes:
    """Return four panels: time per row and memory by rows, seconds by components and by molecules."""

    def draw(figure: Figure) -> None:
        panels = figure.subplots(2, 2).ravel()
        _lines(panels[0], result, ROWS, "us_per_row", "rows of the table", "time per row (µs)")
        _lines(panels[1], result, ROWS, "peak_mb", "rows of the table", "peak memory (MB)")
        panels[1].set(yscale="linear", ylim=(0.0, None))
        _lines(panels[2], result, COMPONENTS, "seconds", "components of each mixture", "time (s)")
        _lines(panels[3], result, MOLECULES, "seconds", "distinct molecules", "time (s)")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=len(STEPS))

    return png_of(draw, width_inches=8.0, height_inches=6.4, dense=True)


def _lines(axes: Axes, result: Result, axis: str, quantity: str, x_label: str, y_label: str) -> None:
    """One line per step, on logarithmic axes; words where nothing was measured."""
    axes.set(xlabel=x_label, ylabel=y_label)
    if not any(row["axis"] == axis for row in result.rows):
        axes.text(0.5, 0.5, "not measured", ha="center", transform=axes.transAxes)
        return
    for step, (colour, marker) in STYLES.items():
        rows = [row for row in result.rows if row["axis"] == axis and row["step"] == step and row[quantity] is not None]
        numbers, values = ([number(row, key) for row in rows] for key in ("number", quantity))
        axes.plot(numbers, values, color=colour, marker=marker, markersize=4.5, linewidth=1.3, label=step)
    _logarithmic(axes, "x")
    _logarithmic(axes, "y")


def _logarithmic(axes: Axes, direction: str) -> None:
    """Make an axis logarithmic, with plain numbers at its powers of ten."""
    axes.set(**{f"{direction}scale": "log"})
    axis = axes.xaxis if direction == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _: f"{value:,g}")
    axis.set_minor_formatter(NullFormatter())


def _label(row: Row) -> str:
    """Task and alternative, without what is said in brackets."""
    return f"{row['task']} / {str(row['other']).partition(' (')[0]}"
