"""A table of a report as LaTeX, ready for a paper that loads booktabs."""

import re

from azeotrope.reports.headline import Mark
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

ESCAPES = str.maketrans(
    {sign: f"\\{sign}" for sign in "{}$&#_%"}
    | {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        # After the end of a row, these would be read as its options.
        "[": "{[}",
        "]": "{]}",
        "*": "{*}",
        "±": r"$\pm$",
        "−": "$-$",  # noqa: RUF001 - the minus sign itself
        "–": "--",
        "—": "---",
        "·": r"$\cdot$",
        "×": r"$\times$",  # noqa: RUF001 - the sign itself
        "°": r"$^\circ$",
        "²": "$^2$",
        "³": "$^3$",
        "µ": r"$\mu$",
        "μ": r"$\mu$",
        "Δ": r"$\Delta$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
    }
)
# Two of them would be joined to a dash, a quotation mark or a Spanish question mark.
LIGATURES = re.compile(r"(?<=[-'`,?!<>])(?=[-'`,<>])")
MINUS = re.compile(r"(?<![\w.)\]-])-(?=[\d.])")
MARKS = {Mark.BEST: r"\textbf{%s}", Mark.NEAR_BEST: r"\underline{%s}", Mark.PLAIN: "%s"}


def table_latex(table: ReportTable) -> str:
    r"""Return a ``table`` with caption, the label ``tab:NAME``, a booktabs ``tabular`` and the notes below.

    Users' text is printed as it is, never run; line breaks become spaces. Letters beyond ASCII are left to the
    document's encoding, which is UTF-8. A hyphen before a number of a numeric column is printed as a minus sign. The
    best value is ``\textbf``, what is near it ``\underline``.
    """
    alignment = "".join("r" if column.is_numeric else "l" for column in table.columns)
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{escaped(table.caption)}}}",
        rf"  \label{{tab:{table.name}}}",
        rf"  \begin{{tabular}}{{{alignment}}}",
        r"    \toprule",
        _line([escaped(column.heading) for column in table.columns]),
        r"    \midrule",
        *(_line([_cell(*pair) for pair in zip(table.columns, row, strict=True)]) for row in table.rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        *(rf"  \par\smallskip\footnotesize {escaped(note)}" for note in table.notes),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return text that LaTeX prints as it is, on one line."""
    return "{}".join(part.translate(ESCAPES) for part in LIGATURES.split(one_line(text)))


def _cell(column: TableColumn, cell: TableCell) -> str:
    text = MINUS.sub("−", cell.text) if column.is_numeric else cell.text  # noqa: RUF001 - the minus sign itself
    return MARKS[cell.mark] % escaped(text)


def _line(cells: list[str]) -> str:
    return rf"    {' & '.join(cells)} \\"
