"""The report's page: whole without its script, closed to the network, and text is text."""

import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.headline import Mark
from azeotrope.reports.markup import Markup, element
from azeotrope.reports.picture_html import HEAVIEST
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_page import report_page
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

EVIL = "<script>alert(1)</script>"
SMILES = "C[C@@H](O)C#N 50%"


class Checker(HTMLParser):
    """Collects what a browser sees: elements with their attributes in order, and texts outside of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open not in ("script", "style"):
            self.text += data

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]


def table(name: str = "leaderboard", text: str = "ideal") -> ReportTable:
    columns = (TableColumn("model"), TableColumn("excess RMSE", "K", is_numeric=True))
    cells = (TableCell(text), TableCell("0.128 ± 0.014", 0.128, Mark.BEST, text))
    return ReportTable(name, f"Caption {text}", columns, (cells,), (f"note {text}",))


def figure(name: str = "figure_3", caption: str = "A line", width: float = 4, **shown: str) -> ReportFigure:
    def draw(canvas: Figure) -> None:
        canvas.subplots().plot([0, 1], [0, 1])

    return ReportFigure(name, caption, draw, width, 3, **shown)


def page(
    *sections: Section, answer: Sequence[str] = ("It is so.",), audits: Markup | None = None, title: str = "T"
) -> str:
    return report_page(title, answer, sections, made_from="Made from 2 runs.", audits=audits)


FIRST = Section("leaderboard", "Leaderboard", "Lower is better.", (table(),))
SECOND = Section("figures", "Figures", "", (), (figure(),))


def test_the_answer_and_the_first_section_come_before_the_links_to_all() -> None:
    text = page(FIRST, SECOND, audits=element("p", "panels"))
    places = [text.index(part) for part in ("It is so.", "0.128 ± 0.014", "<nav", 'id="figure-figure_3"', "panels")]
    assert places == sorted(places)
    links = [target for target in Checker(text).values("href") if target.startswith("#section")]
    assert links == ["#section-leaderboard", "#section-figures", "#section-audits"]


def test_every_link_inside_leads_somewhere_and_no_anchor_stands_twice() -> None:
    found = Checker(page(FIRST, SECOND, audits=element("p", "panels")))
    anchors = found.values("id")
    assert len(set(anchors)) == len(anchors)
    inside = {target[1:] for target in found.values("href") if target.startswith("#")}
    assert (inside | set(found.values("aria-labelledby"))) <= set(anchors)


def test_nothing_is_asked_of_the_network() -> None:
    text = page(FIRST, SECOND)
    found = Checker(text)
    assert not [value for name in ("src", "srcset", "poster", "action", "data") for value in found.values(name)]
    assert not [tag for tag, _ in found.elements if tag in ("link", "iframe", "object", "embed", "base")]
    assert not re.search(r"@import|url\(['\"]?https?:|fetch\(|XMLHttpRequest", text)
    policy = next(attributes for _, attributes in found.elements if "http-equiv" in attributes)
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert policy["content"].startswith("default-src 'none';")
    outside = [target for target in found.values("href") if not target.startswith("#")]
    assert outside == [
        *(f"tables/leaderboard.{form}" for form in ("md", "tex", "csv")),
        *(f"figures/figure_3.{form}" for form in ("svg", "png")),
    ]


@pytest.mark.parametrize("bad", [EVIL, SMILES, '"><b onclick="x()">'])
def test_texts_of_users_are_text(bad: str) -> None:
    section = Section("leaderboard", bad, bad, (table(text=bad),), (figure(caption=bad),))
    found = Checker(page(section, answer=[bad], title=bad))
    assert found.text.count(bad) >= 8
    assert sum(tag == "script" for tag, _ in found.elements) == 1
    assert not found.values("onclick")


def test_headings_are_in_order_and_parts_are_named() -> None:
    found = Checker(page(FIRST, SECOND))
    levels = [int(tag[1]) for tag, _ in found.elements if re.fullmatch(r"h\d", tag)]
    assert levels == [1, 2, 2, 2]
    tags = [tag for tag, _ in found.elements]
    assert [tags.count(tag) for tag in ("main", "nav", "header", "caption", "figcaption")] == [1] * 5
    assert found.elements[0] == ("html", {"lang": "en"})


def test_a_heavy_figure_is_shown_as_pixels() -> None:
    def draw(canvas: Figure) -> None:
        canvas.subplots().scatter(range(3000), range(3000), c=range(3000))

    heavy = ReportFigure("heavy", EVIL, draw, 4, 3)
    assert len(heavy.inline_svg()) > HEAVIEST
    text = page(FIRST, Section("figures", "Figures", "", (), (heavy, figure())))
    (source,) = Checker(text).values("src")
    assert b64decode(source.removeprefix("data:image/png;base64,")) == heavy.png()
    assert text.count("<svg") == 1
    assert Checker(text).values("alt") == ["Figures"]
    assert Checker(text).text.count(EVIL) == 1


def test_a_picture_has_a_short_name_and_its_caption_as_description() -> None:
    shown = figure(caption="What is seen.", dataset="viscosity", split="mixture", model=EVIL)
    text = page(Section("curves", "Mixing curves", "", (), (shown,)))
    found = Checker(text)
    picture = next(attributes for tag, attributes in found.elements if tag == "svg")
    assert picture["aria-label"] == f"Mixing curves, viscosity, mixture, {EVIL}"
    described = next(tag for tag, attributes in found.elements if attributes.get("id") == picture["aria-describedby"])
    assert described == "p"
    assert text.count("What is seen.") == 1
    (seen,) = (attributes for tag, attributes in found.elements if tag == "figure")
    assert (seen["data-dataset"], seen["data-split"], seen["data-model"]) == ("viscosity", "mixture", EVIL)


def test_a_table_of_one_data_set_names_it_for_the_filter() -> None:
    found = Checker(page(Section("a", "A", "", (replace(table(), dataset="viscosity"), table("other")))))
    assert found.values("data-dataset") == ["viscosity"]


def test_all_but_the_first_of_the_pictures_of_one_split_are_folded_and_named() -> None:
    whole = [figure(f"whole_{n}") for n in range(2)]
    of_splits = [figure(f"split_{n}", split="mixture") for n in range(3)]
    text = page(FIRST, Section("pairs", "Pairs", "", (), (*whole, *of_splits)))
    open_part, _, folded = text.partition("<details")
    assert re.findall(r'id="figure-(\w+)"', open_part) == ["whole_0", "whole_1", "split_0"]
    assert re.findall(r'id="figure-(\w+)"', folded) == ["split_1", "split_2"]
    assert "<summary>Pairs: 2 more</summary>" in folded
    assert "<details" not in page(FIRST, Section("pairs", "Pairs", "", (), (*whole, of_splits[0])))


def test_tables_of_one_split_are_folded_beside_its_picture() -> None:
    splits = ("mixture", "molecule", "random")
    tables = tuple(replace(table(f"pairs_{split}"), split=split) for split in splits)
    text = page(Section("pairs", "Pairs", "", tables, tuple(figure(f"map_{split}", split=split) for split in splits)))
    places = re.findall(r'id="(?:figure|table)-(\w+)"|(<details)', text)
    assert [name or fold for name, fold in places] == [
        "map_mixture", "pairs_mixture", "<details", "map_molecule", "pairs_molecule", "map_random", "pairs_random"
    ]  # fmt: skip


def test_a_wide_picture_has_its_line_for_itself() -> None:
    found = Checker(page(Section("a", "A", "", (), (figure(), figure("wide", width=9)))))
    assert [attributes.get("class") for tag, attributes in found.elements if tag == "figure"] == [None, "wide"]


def test_without_runs_there_are_audits_alone() -> None:
    text = page(answer=[], audits=element("p", "panels"))
    assert "panels" in text
    assert "<table" not in text


def test_the_same_content_gives_the_same_page() -> None:
    assert page(FIRST, SECOND) == page(FIRST, Section("figures", "Figures", "", (), (figure(),)))
