import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from azeotrope.reports.figure_pure_to_mixture import LOOKS
from azeotrope.reports.figure_rows import (
    COLOURS,
    MARKERS,
    BarLook,
    draw_bars,
    draw_points,
    draw_references,
    finish_rows,
    handles_of_references,
    look_of,
)
from azeotrope.reports.figure_style import GREY
from azeotrope.reports.fold_values import FoldValues

VALUES = [FoldValues({0: 1.0, 1: 3.0}), None, FoldValues({}), FoldValues({0: 4.0})]


def contrast(colour: str, ground: str) -> float:
    """Contrast of two colours by WCAG 2, from 1 to 21."""
    levels = []
    for each in (colour, ground):
        parts = np.array(to_rgb(each))
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        levels.append(float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05)
    return max(levels) / min(levels)


@pytest.mark.parametrize("ground", ["#ffffff", "#14171a"])
@pytest.mark.parametrize("colour", [*COLOURS, GREY, *(look.colour for look in LOOKS.values())])
def test_colours_of_data_are_seen_on_light_and_dark(colour: str, ground: str) -> None:
    assert contrast(colour, ground) >= 3.0  # what WCAG asks of graphical objects


def test_contrast_by_the_examples_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_kinds_differ_without_their_colours() -> None:
    assert len({look_of(kind)["marker"] for kind in range(len(MARKERS))}) == len(MARKERS)
    assert len({look.hatch for look in LOOKS.values()}) == len(LOOKS)


def test_bars_are_means_and_their_errors_the_sd() -> None:
    axes = Figure().add_subplot()
    draw_bars(axes, [BarLook("a", "red", "")], [VALUES])
    assert [bar.get_width() for bar in axes.patches] == [2.0, 4.0]
    ends = [np.array(line)[:, 0].tolist() for line in axes.collections[0].get_segments()]
    assert ends == [[2.0 - 2**0.5, 2.0 + 2**0.5]]  # one fold has none


def test_points_are_means_and_gaps_stay_gaps() -> None:
    axes = Figure().add_subplot()
    draw_points(axes, VALUES, [0, 1, 0, 1])
    marks = {line.get_marker(): line.get_xydata().tolist() for line in axes.lines if line.get_marker() in MARKERS}
    assert marks == {MARKERS[0]: [[2.0, 0.0]], MARKERS[1]: [[4.0, 3.0]]}


def test_rows_say_why_they_are_empty_and_long_names_are_cut() -> None:
    axes = Figure().add_subplot()
    finish_rows(axes, ["a", "b", "c", "d" * 99], VALUES, is_left=True)
    assert [text.get_text() for text in axes.texts] == ["not run", "undefined"]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[:3] == ["a", "b", "c"]
    assert len(names[3]) == 34


def test_lines_that_are_unknown_are_left_out_of_panel_and_legend() -> None:
    axes = Figure().add_subplot()
    draw_references(axes, (0.5, None))
    assert [line.get_xdata() for line in axes.lines] == [[0.5, 0.5]]
    assert [handle.get_label() for handle in handles_of_references([(0.5, None), (None, None)])] == ["ideal baseline"]
    assert len(handles_of_references([(0.5, None), (None, 0.1)])) == 2
    assert handles_of_references([(None, None)]) == []
