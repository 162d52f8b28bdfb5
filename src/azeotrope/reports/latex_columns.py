"""Which columns of a table stand side by side on a page of LaTeX, and how their headings are broken."""

from itertools import count, takewhile
from textwrap import wrap

from azeotrope.reports.report_table import ReportTable

LINE_WIDTH = 84  # signs of footnotesize on a line of LaTeX's article
TABLE_WIDTH = LINE_WIDTH * 4 // 3  # scaled down to a line, its signs have three quarters of their size
NARROW, WIDE = 8, 14  # signs of a line of a heading over narrow and over wide cells
GAP = 2
FIXED_SPACE = "\N{NO-BREAK SPACE}"


def parts(table: ReportTable) -> list[list[int]]:
    """Return the places of the columns that stand side by side, in as few parts as fit, about as wide as each other.

    Each has the columns that name the rows. The others have at least half of the width, so that long names do not
    leave them alone.
    """
    names = list(range(len(list(takewhile(lambda column: not column.is_numeric, table.columns)))))
    widths = [_width(table, place) + GAP for place in range(len(table.columns))]
    others = widths[len(names) :]
    n_parts = len(_packed(others, max(TABLE_WIDTH // 2, TABLE_WIDTH - sum(widths[: len(names)]))))
    fewest = next(packed for room in count(max(others, default=0)) if len(packed := _packed(others, room)) <= n_parts)
    return [[*names, *(len(names) + place for place in part)] for part in fewest]


def _packed(widths: list[int], room: int) -> list[list[int]]:
    """Places of neighbours, as many in each part as fit the room."""
    packed: list[list[int]] = [[]]
    for place, width in enumerate(widths):
        if packed[-1] and sum(widths[each] for each in packed[-1]) + width > room:
            packed.append([])
        packed[-1].append(place)
    return packed


def heading_lines(table: ReportTable, place: int) -> list[str]:
    """Return title and unit in lines about as wide as the cells, none of which ends within a unit or before a ``%``."""
    column, width = table.columns[place], max(NARROW, min(WIDE, _cell_width(table, place)))
    if len(column.heading) <= width:
        return [column.heading]
    title = column.title.replace(" %", f"{FIXED_SPACE}%")
    lines = [line.replace(FIXED_SPACE, " ") for line in wrap(title, width, break_long_words=False)]
    return [*lines, f"[{column.unit}]"] if column.unit else lines


def _width(table: ReportTable, place: int) -> int:
    """Signs of the longest line of a column."""
    return max(_cell_width(table, place), *map(len, heading_lines(table, place)))


def _cell_width(table: ReportTable, place: int) -> int:
    return max((len(row[place].text) for row in table.rows), default=0)
