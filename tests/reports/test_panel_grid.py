from itertools import pairwise

import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from azeotrope.reports.figure_style import drawing
from azeotrope.reports.panel_grid import PanelGrid, most_words, options_of, room_for


@pytest.mark.parametrize("n_panels", [1, 2, 3, 4, 7])
def test_panels_lie_inside_the_figure_and_do_not_overlap(n_panels: int) -> None:
    grid = PanelGrid(n_panels, (1.0, 2.0), n_handles=5, left_inches=1.0)
    width, height = grid.size
    figure = Figure(figsize=(width, height))
    boxes = [axes.get_position() for axes in grid.panels(figure)]
    assert len(boxes) == n_panels
    assert all(0 < box.x0 < box.x1 < 1 and 0 < box.y0 < box.y1 < 1 for box in boxes)
    pairs = [(one, other) for k, one in enumerate(boxes) for other in boxes[:k]]
    assert not any(one.overlaps(other) for one, other in pairs)
    heights = [round(box.height * height, 6) for box in boxes]
    assert heights == [1.0] * min(3, n_panels) + [2.0] * (n_panels - 3)


def test_only_the_first_of_a_line_is_left() -> None:
    grid = PanelGrid(5, (1.0,), 1, 1.0, columns=2)
    assert [grid.is_left(place) for place in range(5)] == [True, False, True, False, True]


@pytest.mark.parametrize("n_handles", [1, 3, 9])
def test_the_legend_lies_below_the_panels(n_handles: int) -> None:
    grid = PanelGrid(1, (1.0,), n_handles, 1.0)

    def draw(figure: Figure) -> None:
        (axes,) = grid.panels(figure)
        axes.set_xlabel("x")
        grid.add_legend(figure, [Line2D([], [], label="a name of a model") for _ in range(n_handles)])

    width, height = grid.size
    with drawing(draw, width_inches=width, height_inches=height, dense=True) as figure:
        figure.draw_without_rendering()
        legend = figure.legends[0].get_window_extent()
        label = figure.axes[0].xaxis.label.get_window_extent()
    assert legend.y0 >= 0
    assert legend.y1 <= label.y0
    assert 0 <= legend.x0 < legend.x1 <= width * 100


def test_names_of_rows_have_room_up_to_a_length() -> None:
    assert room_for(["a"]) == room_for([]) < room_for(["a" * 20]) < room_for(["a" * 34]) == room_for(["a" * 300])


def test_options_of_a_split_stand_in_small_letters() -> None:
    axes = Figure().add_subplot()
    PanelGrid(1, (1.0,), 1, 1.0).set_split_title(axes, "mixture_temperature (direction=high_to_low)")
    assert axes.get_title(loc="center") == "mixture_temperature"
    assert [text.get_text() for text in axes.texts] == ["direction=high_to_low"]


def test_long_options_go_on_in_a_second_line_and_not_further() -> None:
    assert options_of("mixture") == []
    two = "mixture_temperature (direction=high_to_low, max_train_rows=200)"
    assert options_of(two) == ["direction=high_to_low,", "max_train_rows=200"]
    assert len(options_of(f"mixture ({'option=value, ' * 20})")) == 2
    assert most_words([]) == most_words(["mixture"]) == 0
    assert most_words(["mixture", two, "molecule (seed=1)"]) == 2


@pytest.mark.parametrize("n_words", [0, 1, 2, 4])
def test_lines_below_a_title_lie_between_it_and_the_panel(n_words: int) -> None:
    grid = PanelGrid(2, (1.0,), 1, 1.0, n_words=n_words)

    def draw(figure: Figure) -> None:
        for axes, count in zip(grid.panels(figure), (n_words, 1), strict=True):
            grid.set_title(axes, "Title", [f"line {k}" for k in range(min(count, n_words))])

    width, height = grid.size
    with drawing(draw, width_inches=width, height_inches=height, dense=True) as figure:
        figure.draw_without_rendering()
        for axes in figure.axes:
            boxes = [axes.title.get_window_extent(), *(text.get_window_extent() for text in axes.texts)]
            boxes.append(axes.get_window_extent())
            assert boxes[0].y1 <= figure.bbox.y1
            assert all(upper.y0 >= lower.y1 - 2 for upper, lower in pairwise(boxes))
    first, second = (axes.title.get_window_extent() for axes in figure.axes)
    assert first.y0 == second.y0


def test_a_legend_reads_line_by_line() -> None:
    grid = PanelGrid(1, (1.0,), 5, 1.0)
    handles = [Line2D([], [], label=name) for name in "abcde"]

    def draw(figure: Figure) -> None:
        grid.panels(figure)
        grid.add_legend(figure, handles)

    width, height = grid.size
    with drawing(draw, width_inches=width, height_inches=height, dense=True) as figure:
        figure.draw_without_rendering()
        places = {text.get_text(): text.get_window_extent() for text in figure.legends[0].get_texts()}
    assert 1 < grid.legend_columns < 5
    assert "".join(sorted(places, key=lambda name: (-round(places[name].y0), places[name].x0))) == "abcde"
