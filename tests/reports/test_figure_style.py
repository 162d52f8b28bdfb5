from collections.abc import Callable

from azeotrope.reports.figure_style import png_of, shortened

SizeOf = Callable[[bytes], tuple[int, int]]


def test_shortened() -> None:
    assert shortened("CCO", 3) == "CCO"
    assert shortened("CCCC", 3) == "CC\N{HORIZONTAL ELLIPSIS}"
    assert shortened("", 3) == ""


def test_a_png_of_the_size_that_was_asked_for(size_of: SizeOf) -> None:
    png = png_of(lambda figure: figure.subplots().plot([0, 1]), width_inches=2.0, height_inches=1.5)
    assert size_of(png) == (225, 300)
