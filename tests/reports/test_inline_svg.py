import re
import xml.etree.ElementTree as ET

from matplotlib.figure import Figure

from azeotrope.reports.figure_style import BLACK, BLUE, FAINT, GREY, PALE, SUBTITLE, VERMILION, WHITE, drawing
from azeotrope.reports.figure_svg import svg_file, svg_settings
from azeotrope.reports.inline_svg import inlined

SVG = "{http://www.w3.org/2000/svg}"
IDENTITIES = re.compile(r' id="([^"]+)"')


def parsed(content: str) -> ET.Element:
    return ET.fromstring(content)  # noqa: S314 - our own file


def draw(figure: Figure) -> None:
    axes = figure.add_subplot()
    for row, colour in enumerate((BLACK, BLUE, FAINT, GREY, PALE, SUBTITLE, WHITE, VERMILION)):
        axes.plot([0, 1], [row, row], color=colour, marker="o", lw=row + 0.25)
    axes.bar([1], [3], color=BLUE, hatch="//", edgecolor=BLACK)
    axes.set_title("title", color="black")


def svg(name: str = "one") -> str:
    with drawing(draw, width_inches=4.0, height_inches=3.0, settings=svg_settings(name)) as figure:
        return svg_file(figure)


def strokes(content: str) -> dict[str, str]:
    """Colour of each line, by its width."""
    found = {}
    for element in parsed(content).iter():
        style = dict(part.split(": ") for part in element.attrib.get("style", "").split("; ") if ": " in part)
        if style.get("stroke-width", "").endswith(".25"):
            found[style["stroke-width"]] = style["stroke"]
    return found


def test_ink_greys_and_blue_are_the_pages_and_other_colours_of_data_stay() -> None:
    assert strokes(inlined(svg(), "one", "caption", 400)) == {
        "0.25": "currentColor",
        "1.25": f"var(--blue, {BLUE})",
        "2.25": "var(--line, currentColor)",
        "3.25": "var(--soft, currentColor)",
        "4.25": "var(--line, currentColor)",
        "5.25": "var(--soft, currentColor)",
        "6.25": "var(--paper, transparent)",
        "7.25": VERMILION.lower(),
    }


def test_no_ink_is_left_that_a_dark_page_would_hide() -> None:
    content = inlined(svg(), "one", "caption", 400)
    assert not re.search(r"#(000000|111111|444444|7a7a7a|c8c8c8|e6e6e6|ffffff)", content, re.IGNORECASE)
    root = parsed(content)
    assert root.attrib["fill"] == "currentColor"  # what matplotlib leaves black without saying so
    (title,) = (text for text in root.iter(f"{SVG}text") if text.text == "title")
    assert "fill" not in title.attrib["style"]


def test_it_is_an_image_with_a_name_and_scales_with_its_place() -> None:
    root = parsed(inlined(svg(), "one", 'a "caption" <b>', 400))
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", 'a "caption" <b>')
    assert not list(root.iter(f"{SVG}title"))  # which would be a tooltip over the whole picture
    assert "aria-describedby" not in root.attrib
    assert parsed(inlined(svg(), "one", "name", 400, "place")).attrib["aria-describedby"] == "place"
    assert root.attrib["viewBox"] == "0 0 288 216"
    assert not {"width", "height"} & set(root.attrib)
    assert "min-width: 300px; max-width: 400px" in root.attrib["style"]


def test_it_has_no_style_sheet_and_no_ground_of_its_own() -> None:
    root = parsed(inlined(svg(), "one", "caption", 400))
    assert not list(root.iter(f"{SVG}style"))  # would hold for the whole page
    whole = [each for each in root.iter(f"{SVG}path") if re.match(r"M 0 216\s+L 288 216", each.attrib["d"])]
    assert not whole


def test_ids_of_two_pictures_differ_and_every_reference_has_its_target() -> None:
    contents = [inlined(svg("same"), name, "caption", 400) for name in ("one", "two")]
    first, second = (set(IDENTITIES.findall(content)) for content in contents)
    assert first
    assert not first & second
    assert all(identity.startswith("one-") for identity in first)
    targets = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', contents[0]))
    assert targets == first


def test_text_that_looks_like_a_colour_or_an_id_stays() -> None:
    def write(figure: Figure) -> None:
        figure.text(0.5, 0.5, "#111111 url(#a) 0.123456")

    with drawing(write, width_inches=4.0, height_inches=3.0, settings=svg_settings("one")) as figure:
        content = inlined(svg_file(figure), "one", "caption", 400)
    assert "#111111 url(#a) 0.123456" in [text.text for text in parsed(content).iter(f"{SVG}text")]


def test_it_is_smaller_than_the_file() -> None:
    assert len(inlined(svg(), "one", "caption", 400)) < len(svg())
