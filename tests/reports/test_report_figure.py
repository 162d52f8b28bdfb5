import io
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from azeotrope.reports.report_figure import ReportFigure

SVG = "{http://www.w3.org/2000/svg}"


def parsed(content: str) -> ET.Element:
    return ET.fromstring(content)  # noqa: S314 - our own file


def draw(figure: Figure) -> None:
    axes = figure.add_subplot()
    axes.bar([1, 2], [3, 4], hatch="//", label="bars")
    axes.set_xlabel("time [s]")


def test_png_and_svg_are_equal_for_equal_figures_and_hold_no_date_or_version() -> None:
    first, second = (ReportFigure("a", "caption", draw, 4.0, 3.0) for _ in range(2))
    assert (first.png(), first.svg(), first.inline_svg()) == (second.png(), second.svg(), second.inline_svg())
    assert not any(word in first.svg() for word in ("metadata", "Matplotlib", "dc:date"))
    assert b"tEXt" not in first.png()


def test_size_of_both_files() -> None:
    figure = ReportFigure("a", "caption", draw, 4.0, 3.0)
    assert imread(io.BytesIO(figure.png())).shape[:2] == (450, 600)
    assert parsed(figure.svg()).attrib["viewBox"] == "0 0 288 216"


def test_the_callers_matplotlib_settings_stay_and_do_not_matter() -> None:
    plain = ReportFigure("a", "caption", draw, 4.0, 3.0)
    with mpl.rc_context({"font.size": 30.0, "svg.fonttype": "path", "axes.facecolor": "red"}):
        other = ReportFigure("a", "caption", draw, 4.0, 3.0)
        assert (other.svg(), other.png()) == (plain.svg(), plain.png())
        assert mpl.rcParams["svg.fonttype"] == "path"


def test_letters_are_text_in_a_stack_of_fonts_that_systems_have() -> None:
    root = parsed(ReportFigure("a", "caption", draw, 4.0, 3.0).svg())
    (label,) = (text for text in root.iter(f"{SVG}text") if text.text == "time [s]")
    assert "sans-serif" in label.attrib["style"]
    assert "system-ui" in label.attrib["style"]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "C%10CC#N", "a & b \"c\" 'd'", "$x$", r"C/C=C\C", "]]>"])
def test_every_text_is_text(text: str) -> None:
    figure = ReportFigure("a", text, lambda picture: picture.add_subplot().set_title(text) and None, 4.0, 3.0)
    for content, space in ((figure.svg(), SVG), (figure.inline_svg(), SVG)):
        root = parsed(content)
        assert text in [element.text for element in root.iter(f"{space}text")]
        assert not list(root.iter(f"{space}script"))
    assert parsed(figure.inline_svg()).attrib["aria-label"] == text


def test_signs_that_xml_forbids_are_replaced() -> None:
    figure = ReportFigure("a", "caption", lambda picture: picture.add_subplot().set_title("a\x01b") and None, 4.0, 3.0)
    assert "a\N{REPLACEMENT CHARACTER}b" in [text.text for text in parsed(figure.svg()).iter(f"{SVG}text")]


def test_rasterised_points_are_one_image() -> None:
    def crowded(figure: Figure) -> None:
        points = np.random.default_rng(0).normal(size=(2, 20_000))
        figure.add_subplot().plot(*points, ls="none", marker="o", rasterized=True)

    content = ReportFigure("a", "caption", crowded, 4.0, 3.0).inline_svg()
    assert len(list(parsed(content).iter(f"{SVG}image"))) == 1
    assert len(content) < 150_000


@pytest.mark.parametrize("name", ["", "A", "a b", "a/b", "../a", "a.svg"])
def test_a_name_is_an_anchor_and_a_file_stem(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        ReportFigure(name, "caption", draw, 4.0, 3.0)
    assert Path(ReportFigure("a-b_1", "caption", draw, 4.0, 3.0).name).name == "a-b_1"
