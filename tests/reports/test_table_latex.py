import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.reports.headline import Mark
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.table_latex import escaped, table_latex

PRINTED = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
    r"$\pm$": "±",
    "$^2$": "²",
    "{[}": "[",
    "{]}": "]",
    "{*}": "*",
    "{}": "",
} | {f"\\{sign}": sign for sign in "{}$&#_%"}
TOKEN = re.compile("|".join(re.escape(token) for token in sorted(PRINTED, key=len, reverse=True)) + "|.", re.DOTALL)
WHOLE = r"""% needs \usepackage{booktabs}
\begin{table}
  \centering
  \caption{Models, 5 \%.}
  \label{tab:lead_1}
  \begin{tabular}{lr}
    \toprule
    model & delta {[}K{]} \\
    \midrule
    x-1 & \textbf{$-$0.1 {[}$-$0.2, 1.5e-07{]}} \\
    {[}b & \underline{0.2} \\
    \bottomrule
  \end{tabular}
  \par\smallskip\footnotesize a\_note
\end{table}
"""
ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30)


def printed(latex: str) -> str:
    """What LaTeX would print: commands as their signs, and nothing that it would run."""
    tokens = TOKEN.findall(latex)
    assert not [token for token in tokens if token in tuple("\\{}$&#_%^~")]
    return "".join(PRINTED.get(token, token) for token in tokens)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("C1CC%10CC1#N", r"C1CC\%10CC1\#N"),
        ("F/C=C\\F", r"F/C=C\textbackslash{}F"),
        ("N[C@@H]", "N{[}C@@H{]}"),
        ("a_b & c^2 ~ {$}", r"a\_b \& c\textasciicircum{}2 \textasciitilde{} \{\$\}"),
        ("<a>|*", r"\textless{}a\textgreater{}\textbar{}{*}"),
        ("0.1 ± 0.2", r"0.1 $\pm$ 0.2"),
        ("a\nb", "a b"),
        ("--- ?` ''", r"-{}-{}- ?{}\textasciigrave{} '{}'"),
        ("cm³ µ° – é 水", r"cm$^3$ $\mu$$^\circ$ -- é 水"),
        ("", ""),
    ],
)
def test_escapes(text: str, latex: str) -> None:
    assert escaped(text) == latex


@given(ASCII)
@settings(deadline=None, max_examples=200)
def test_nothing_is_run_and_all_is_printed(text: str) -> None:
    assert printed(escaped(text)) == one_line(text)


@given(ASCII)
@settings(deadline=None, max_examples=100)
def test_no_signs_are_joined(text: str) -> None:
    assert not re.search(r"--|''|``|,,|<<|>>|\?`|!`", escaped(text))


def test_the_whole_form() -> None:
    columns = (TableColumn("model"), TableColumn("delta", "K", is_numeric=True))
    rows = (
        (TableCell("x-1"), TableCell("-0.1 [-0.2, 1.5e-07]", -0.1, Mark.BEST)),
        (TableCell("[b"), TableCell("0.2", 0.2, Mark.NEAR_BEST)),
    )
    assert table_latex(ReportTable("lead_1", "Models, 5 %.", columns, rows, ("a_note",))) == WHOLE


def test_a_hostile_table_has_as_many_cells_and_rows_as_it_should() -> None:
    text = "a & b \\\\ \\end{tabular} % c"
    latex = table_latex(ReportTable("t", text, (TableColumn(text),) * 2, ((TableCell(text),) * 2,), (text,)))
    body = latex[latex.index(r"\toprule") : latex.index(r"\bottomrule")]
    assert len(re.findall(r"(?<!\\)&", body)) == 2
    assert body.count("\\\\\n") == 2
    assert latex.count(r"\end{tabular}") == 1
