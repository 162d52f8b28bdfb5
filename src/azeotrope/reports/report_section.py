"""A section of a report: what one question is called, what to look at, and its tables and figures."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azeotrope.reports.report_figure import ReportFigure
    from azeotrope.reports.report_table import ReportTable


@dataclass(frozen=True, eq=False)
class Section:
    """Tables and figures that answer one question.

    Attributes
    ----------
    name
        Anchor, unique in the report, of ``[a-z0-9_-]``.
    title
        Heading, plain text.
    lead
        What is seen and how to read it, plain text.
    tables, figures
        What the section shows, in this order; either may be empty.
    """

    name: str
    title: str
    lead: str
    tables: "tuple[ReportTable, ...]" = ()
    figures: "tuple[ReportFigure, ...]" = ()
