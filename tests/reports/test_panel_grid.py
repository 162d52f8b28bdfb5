import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from azeotrope.reports.figure_style import drawing
from azeotrope.reports.panel_grid import PanelGrid, room_for, set_split_title


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
    set_split_title(axes, "mixture_temperature (direction=high_to_low)")
    assert axes.get_title(loc="center") == "mixture_temperature"
    assert [text.get_text() for text in axes.texts] == ["direction=high_to_low"]
