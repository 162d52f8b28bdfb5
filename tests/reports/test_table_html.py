from html.parser import HTMLParser

import pytest

from azeotrope.reports.headline import Mark
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.table_html import table_html

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "C1CC%10CC1#N",
    "F/C=C\\F",
    "a|b & c",
    "0.1 ± 0.2",
    "&lt;",
    "水 é",
]


class Reader(HTMLParser):
    """What a browser would see: elements and texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def table(*cells: TableCell, title: str = "a", unit: str = "") -> ReportTable:
    return ReportTable("t", "what", (TableColumn(title, unit, is_numeric=True),), tuple((cell,) for cell in cells))


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_shown_as_they_are(text: str) -> None:
    columns = (TableColumn(text, text), TableColumn("b", is_numeric=True))
    reader = Reader(table_html(ReportTable("t", text, columns, ((TableCell(text, note=text), TableCell(text)),))))
    assert "".join(reader.texts) == f"{text}{text} [{text}]b{text}{text}"
    assert {tag for tag, _ in reader.elements} == {"table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
    assert [attributes["title"] for _, attributes in reader.elements if "title" in attributes] == [text]


def test_structure_and_classes() -> None:
    reader = Reader(
        table_html(ReportTable("t", "what", (TableColumn("a"), TableColumn("b", "K", is_numeric=True)), ()))
    )
    assert reader.elements[0] == ("table", {"class": "sortable", "id": "table-t"})
    assert reader.elements[1] == ("caption", {})
    assert reader.elements[4:] == [
        ("th", {"scope": "col"}),
        ("th", {"scope": "col", "class": "number"}),
        ("span", {"class": "unit"}),
        ("tbody", {}),
    ]


def test_numbers_have_minus_signs_and_values_keep_theirs() -> None:
    html = table_html(table(TableCell("-0.1 [-0.2, 0.1]", -0.1)))
    assert "\N{MINUS SIGN}0.1 [\N{MINUS SIGN}0.2, 0.1]" in html
    assert 'data-value="-0.1"' in html


def test_values_are_whole_and_marks_are_elements() -> None:
    third = 1 / 3
    html = table_html(
        table(TableCell("0.333", third, Mark.BEST), TableCell("0.4", 0.4, Mark.NEAR_BEST), TableCell("–"))
    )
    body = [each for each in Reader(html).elements if each[0] in ("th", "strong", "u")][1:]
    assert [tag for tag, _ in body] == ["th", "strong", "th", "u", "th"]
    assert float(body[0][1]["data-value"]) == third
    assert body[0][1]["scope"] == "row"
    assert "data-value" not in body[4][1]
    assert "<strong>0.333</strong>" in html


def test_the_first_cell_and_all_before_the_first_number_name_a_row() -> None:
    columns = (TableColumn("split"), TableColumn("model"), TableColumn("a", is_numeric=True), TableColumn("b"))
    cells = tuple(TableCell(text) for text in ("mixture", "dmpnn", "1", "x"))
    body = Reader(table_html(ReportTable("t", "what", columns, (cells,)))).elements[-4:]
    assert [(tag, attributes.get("scope")) for tag, attributes in body] == [
        ("th", "row"), ("th", "row"), ("td", None), ("td", None)
    ]  # fmt: skip


def test_long_texts_and_no_numbers_have_room() -> None:
    columns = (TableColumn("a"), TableColumn("b"), TableColumn("c", is_numeric=True))
    cells = (TableCell("short"), TableCell("long " * 10), TableCell("1 " * 30))
    body = Reader(table_html(ReportTable("t", "what", columns, (cells,)))).elements[-3:]
    assert [attributes.get("class") for _, attributes in body] == [None, "long", "number"]
