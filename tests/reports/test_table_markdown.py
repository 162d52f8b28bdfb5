import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from azeotrope.reports.headline import Mark
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.table_markdown import table_markdown

HOSTILE = [
    "<script>alert(1)</script>",
    "C1CC%10CC1#N",
    "F/C=C\\F",
    "N[C@@H](C)C(=O)O",
    "a|b",
    "\\|",
    "**bold** _x_ `code` ~~gone~~",
    "[text](http://example.org)",
    "&lt; & &#124;",
    "$x$",
    "0.1 ± 0.2",
    "a\nb",
    "# 1. - +",
    "水 é",
    "{x} ![y]",
    "rdkit_xgb_2",
]


def shown(text: str) -> list[str]:
    """Texts of the cells as a Markdown reader shows them."""
    rendered = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    return [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", rendered)]


def table(text: str) -> ReportTable:
    return ReportTable(
        "t", text, (TableColumn(text, text), TableColumn("b")), ((TableCell(text), TableCell("1")),), (text,)
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_shown_as_they_are(text: str) -> None:
    line = one_line(text)
    assert shown(table_markdown(table(text))) == [f"{line} [{line}]", "b", line, "1"]


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
@settings(deadline=None, max_examples=100)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    cells = shown(table_markdown(table(f"x{text}x")))
    assert cells[2:] == [one_line(f"x{text}x"), "1"]


def test_the_whole_form() -> None:
    columns = (TableColumn("model"), TableColumn("RMSE", "K", is_numeric=True))
    rows = (
        (TableCell("a"), TableCell("0.1 ± 0.2", 0.1, Mark.BEST)),
        (TableCell("b"), TableCell("0.2", 0.2, Mark.NEAR_BEST)),
    )
    assert table_markdown(ReportTable("t", "Models.", columns, rows, ("a note",))) == (
        "Models.\n\n| model | RMSE \\[K\\] |\n| :--- | ---: |\n| a | **0.1 ± 0.2** |\n| b | <u>0.2</u> |\n\n- a note\n"
    )
