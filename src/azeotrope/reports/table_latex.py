"""A table of a report as LaTeX, ready for a paper that loads booktabs and graphicx."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from azeotrope.reports.headline import Mark
from azeotrope.reports.latex_columns import LINE_WIDTH, heading_lines, parts
from azeotrope.reports.latex_text import escaped
from azeotrope.reports.report_cells import with_minus_signs
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

MARKS = {Mark.BEST: r"\textbf{%s}", Mark.NEAR_BEST: r"\underline{%s}", Mark.PLAIN: "%s"}
PAGE_LINES = 48  # of footnotesize on a page of LaTeX's article
MOST_ROWS = 36
RULES_LINES = 2
# As wide as it is, or, where that is wider than the line, scaled down to the line.
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


@dataclass(frozen=True)
class Block:
    """What stays together on a page: source, and about how many lines high it is."""

    source: list[str]
    height: int


def table_latex(table: ReportTable) -> str:
    r"""Return ``table`` environments with the caption, the label ``tab:NAME``, booktabs ``tabular`` and the notes.

    A table wider than a line is scaled down to it, to three quarters of its size; what is wider still is broken into
    several below each other, each with the columns that name the rows. What is then higher than a page of LaTeX's
    ``article`` goes on in a further ``table`` of the same number. The notes are one paragraph. Users' text is printed
    as it is, see `escaped`. A hyphen before a number of a numeric column is printed as a minus sign. The best value is
    ``\textbf``, what is near it ``\underline``. Rows that only the CSV has are left out.
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


def _blocks(table: ReportTable) -> list[Block]:
    """Return the table in pieces that fit a page and a line, the last with the notes where both fit a page."""
    blocks = list(_tabulars(table))
    if not table.notes:
        return blocks
    text = "; ".join(note.removesuffix(".") for note in table.notes) + "."
    notes = Block([rf"  \par\smallskip\raggedright {escaped(text)}"], _n_lines(text))
    last = Block(blocks[-1].source + notes.source, blocks[-1].height + notes.height)
    return [*blocks[:-1], last] if last.height <= PAGE_LINES - _n_lines(table.caption) else [*blocks, notes]


def _tabulars(table: ReportTable) -> Iterator[Block]:
    for start in range(0, max(1, len(table.rows)), MOST_ROWS):
        rows = table.rows[start : start + MOST_ROWS]
        for places in parts(table):
            heading = max((len(heading_lines(table, place)) for place in places), default=0)
            yield Block(_tabular(table, places, rows), len(rows) + heading + RULES_LINES)


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


def _tabular(table: ReportTable, places: Sequence[int], rows: Sequence[Sequence[TableCell]]) -> list[str]:
    alignment = "".join(_side(table.columns[place]) for place in places)
    lines = [_line([_cell(table.columns[place], row[place]) for place in places]) for row in rows]
    return [
        rf"  \par\medskip{FITTED}",
        rf"  \begin{{tabular}}{{{alignment}}}",
        r"    \toprule",
        _line([_heading(table, place) for place in places]),
        r"    \midrule",
        *lines,
        r"    \bottomrule",
        r"  \end{tabular}}",
    ]


def _heading(table: ReportTable, place: int) -> str:
    lines = [escaped(line) for line in heading_lines(table, place)]
    if len(lines) == 1:
        return lines[0]
    broken = r" \\ ".join(lines)
    return rf"\shortstack[{_side(table.columns[place])}]{{{broken}}}"


def _side(column: TableColumn) -> str:
    return "r" if column.is_numeric else "l"


def _cell(column: TableColumn, cell: TableCell) -> str:
    text = with_minus_signs(cell.text) if column.is_numeric else cell.text
    return MARKS[cell.mark] % escaped(text)


def _line(cells: list[str]) -> str:
    return rf"    {' & '.join(cells)} \\"
