"""A table of a report as LaTeX, ready for a paper that loads booktabs and graphicx."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from textwrap import wrap

from azeotrope.reports.headline import Mark
from azeotrope.reports.latex_text import escaped
from azeotrope.reports.report_cells import with_minus_signs
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

MARKS = {Mark.BEST: r"\textbf{%s}", Mark.NEAR_BEST: r"\underline{%s}", Mark.PLAIN: "%s"}
HEADING_WIDTH = 14  # signs; that of a mean with its standard deviation
LINE_WIDTH, PAGE_LINES = 84, 48  # signs and lines of footnotesize on a page of LaTeX's article
MOST_ROWS = 36
RULES_LINES = 2
GAP = 2
# As wide as it is, or, where that is wider than the line, scaled down to the line.
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


@dataclass(frozen=True)
class Block:
    """What stays together on a page: source, and about how many lines high it is."""

    source: list[str]
    height: int


def table_latex(table: ReportTable) -> str:
    r"""Return ``table`` environments with the caption, the label ``tab:NAME``, booktabs ``tabular`` and the notes.

    A table wider than a line is broken into several below each other, each with the columns that name the rows, and
    what is then higher than a page of LaTeX's ``article`` goes on in a further ``table`` of the same number. Users'
    text is printed as it is, see `escaped`. A hyphen before a number of a numeric column is printed as a minus sign.
    The best value is ``\textbf``, what is near it ``\underline``. Rows that only the CSV has are left out.
    """
    lines = [r"% needs \usepackage{booktabs,graphicx}"]
    for number, blocks in enumerate(_pages(_blocks(table), PAGE_LINES - _n_lines(table.caption))):
        lines += [
            r"\begin{table}",
            r"  \centering\footnotesize\setlength{\tabcolsep}{3pt}",
            *(_continued() if number else _caption(table)),
            *(line for block in blocks for line in block.source),
            r"\end{table}",
        ]
    return "\n".join(lines) + "\n"


def _caption(table: ReportTable) -> list[str]:
    return [rf"  \caption{{{escaped(table.caption)}}}", rf"  \label{{tab:{table.name}}}"]


def _continued() -> list[str]:
    return [r"  \addtocounter{table}{-1}", r"  \caption{(continued)}"]


def _blocks(table: ReportTable) -> Iterator[Block]:
    """Return the table in pieces that fit a page and a line, and at the end each note."""
    for start in range(0, max(1, len(table.rows)), MOST_ROWS):
        rows = table.rows[start : start + MOST_ROWS]
        for places in _parts(table):
            heading = max((len(_heading_lines(table.columns[place])) for place in places), default=0)
            yield Block(_tabular(table, places, rows), len(rows) + heading + RULES_LINES)
    for note in table.notes:
        yield Block([rf"  \par\smallskip\raggedright {escaped(note)}"], _n_lines(note))


def _n_lines(text: str) -> int:
    return 1 + len(text) // LINE_WIDTH


def _pages(blocks: Iterable[Block], n_lines: int) -> Iterator[list[Block]]:
    """As many blocks on each page as fit."""
    page: list[Block] = []
    for block in blocks:
        if page and sum(each.height for each in (*page, block)) > n_lines:
            yield page
            page = []
        page.append(block)
    yield page


def _parts(table: ReportTable) -> Iterator[list[int]]:
    """Places of the columns that stand side by side: those that name the rows with as many others as fit.

    Others have at least half a line, so that long names do not leave them alone.
    """
    names = list(range(len(list(takewhile(lambda column: not column.is_numeric, table.columns)))))
    widths = [_width(table, place) + GAP for place in range(len(table.columns))]
    room = max(LINE_WIDTH // 2, LINE_WIDTH - sum(widths[: len(names)]))
    part: list[int] = []
    for place in range(len(names), len(widths)):
        if part and sum(widths[each] for each in (*part, place)) > room:
            yield [*names, *part]
            part = []
        part.append(place)
    yield [*names, *part]


def _width(table: ReportTable, place: int) -> int:
    """Signs of the longest line of a column."""
    return max(map(len, [*_heading_lines(table.columns[place]), *(row[place].text for row in table.rows)]), default=0)


def _heading_lines(column: TableColumn) -> list[str]:
    return wrap(column.heading, HEADING_WIDTH, break_long_words=False) or [""]


def _tabular(table: ReportTable, places: Sequence[int], rows: Sequence[Sequence[TableCell]]) -> list[str]:
    columns = [table.columns[place] for place in places]
    alignment = "".join("r" if column.is_numeric else "l" for column in columns)
    lines = [_line([_cell(table.columns[place], row[place]) for place in places]) for row in rows]
    return [
        rf"  \par\medskip{FITTED}",
        rf"  \begin{{tabular}}{{{alignment}}}",
        r"    \toprule",
        _line([_heading(column) for column in columns]),
        r"    \midrule",
        *lines,
        r"    \bottomrule",
        r"  \end{tabular}}",
    ]


def _heading(column: TableColumn) -> str:
    lines = [escaped(line) for line in _heading_lines(column)]
    if len(lines) == 1:
        return lines[0]
    broken, side = r" \\ ".join(lines), "r" if column.is_numeric else "l"
    return rf"\shortstack[{side}]{{{broken}}}"


def _cell(column: TableColumn, cell: TableCell) -> str:
    text = with_minus_signs(cell.text) if column.is_numeric else cell.text
    return MARKS[cell.mark] % escaped(text)


def _line(cells: list[str]) -> str:
    return rf"    {' & '.join(cells)} \\"
