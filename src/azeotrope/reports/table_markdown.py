"""A table of a report as Markdown, for a README, a wiki or an issue."""

from azeotrope.reports.headline import Mark
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_table import ReportTable, TableCell

# Signs that any dialect lets a backslash take, and others as entities: not every dialect escapes those.
ESCAPES = str.maketrans(
    {sign: f"\\{sign}" for sign in "\\`*_{}[]#"}
    | {sign: f"&#{ord(sign)};" for sign in "|~$"}
    | {"&": "&amp;"}
    | {"<": "&lt;", ">": "&gt;"}
)
MARKS = {Mark.BEST: ("**", "**"), Mark.NEAR_BEST: ("<u>", "</u>"), Mark.PLAIN: ("", "")}


def table_markdown(table: ReportTable) -> str:
    """Return caption, a pipe table and a list of notes; numeric columns are aligned right.

    Users' text is shown as it is, never read as Markdown or HTML; line breaks become spaces. The best value is bold,
    what is near it is underlined by an HTML tag, since Markdown has no sign for it.
    """
    headings = [escaped(column.heading) for column in table.columns]
    rules = ["---:" if column.is_numeric else ":---" for column in table.columns]
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    lines = [escaped(table.caption), "", *(_line(row) for row in (headings, rules, *rows))]
    notes = [f"- {escaped(note)}" for note in table.notes]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return one_line(text).translate(ESCAPES)


def _cell(cell: TableCell) -> str:
    before, after = MARKS[cell.mark]
    return f"{before}{escaped(cell.text)}{after}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
