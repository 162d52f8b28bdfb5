from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.reports.figure_style import by_line, png_of, round_ticks, shortened

SizeOf = Callable[[bytes], tuple[int, int]]


def test_shortened() -> None:
    assert shortened("CCO", 3) == "CCO"
    assert shortened("CCCC", 3) == "CC\N{HORIZONTAL ELLIPSIS}"
    assert shortened("", 3) == ""


def test_a_png_of_the_size_that_was_asked_for(size_of: SizeOf) -> None:
    png = png_of(lambda figure: figure.subplots().plot([0, 1]), width_inches=2.0, height_inches=1.5)
    assert size_of(png) == (225, 300)


@pytest.mark.parametrize(("end", "step"), [(0.3, 0.1), (0.4, 0.1), (18.0, 5.0), (1.6, 0.5), (7e4, 2e4)])
def test_ticks_are_round(end: float, step: float) -> None:
    ticks = round_ticks().tick_values(0.0, end)
    np.testing.assert_allclose(np.diff(ticks), step)


def test_items_by_line() -> None:
    assert by_line([1, 2, 3, 4, 5], 2) == [1, 3, 5, 2, 4]
    assert by_line([1, 2], 1) == [1, 2]
    assert by_line([], 3) == []
