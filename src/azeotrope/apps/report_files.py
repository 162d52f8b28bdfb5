"""The folder of a report: the page, and its tables and figures as files."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from azeotrope.errors import RunError
from azeotrope.runs.files import write_bytes, write_text

if TYPE_CHECKING:
    from azeotrope.reports.report_section import Section

INDEX = "index.html"
LINK = re.compile(r'href="((?:tables|figures)/[a-z0-9_-]+\.[a-z]+)"')


def write_report_files(folder: Path, page: str, sections: Sequence["Section"]) -> Path:
    """Write tables and figures, then the page that links to them, and return its path.

    Files that the page before linked to and this one does not are removed; any other file in the folder stays.

    Raises
    ------
    RunError
        When the system refuses to write; names the file and the cause.
    """
    from azeotrope.reports.report_page import FIGURES, TABLES
    from azeotrope.reports.table_csv import table_csv
    from azeotrope.reports.table_latex import table_latex
    from azeotrope.reports.table_markdown import table_markdown

    outdated = _linked(folder / INDEX) - set(LINK.findall(page))
    tables, figures = folder / TABLES, folder / FIGURES
    _make(tables)
    _make(figures)
    for table in (table for section in sections for table in section.tables):
        write_text(tables / f"{table.name}.md", table_markdown(table))
        write_text(tables / f"{table.name}.tex", table_latex(table))
        write_text(tables / f"{table.name}.csv", table_csv(table))
    for figure in (figure for section in sections for figure in section.figures):
        write_text(figures / f"{figure.name}.svg", figure.svg())
        write_bytes(figures / f"{figure.name}.png", figure.png())
    write_text(folder / INDEX, page)
    for name in outdated:
        (folder / name).unlink(missing_ok=True)
    return folder / INDEX


def _linked(page: Path) -> set[str]:
    """Files that a page links to; none where there is no page."""
    try:
        return set(LINK.findall(page.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot create {folder}: {error.strerror or error}; name another folder with -o") from error
