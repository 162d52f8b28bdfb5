import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from azeotrope.reports.headline import Mark
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.table_latex import table_latex

WHOLE = r"""% needs \usepackage{booktabs,graphicx}
\begin{table}
  \centering\footnotesize\setlength{\tabcolsep}{3pt}
  \caption{Models, 5 \%.}
  \label{tab:lead_1}
  \par\medskip\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
  \begin{tabular}{lr}
    \toprule
    model & delta {[}K{]} \\
    \midrule
    x-1 & \textbf{$-$0.1 {[}$-$0.2, 1.5e-07{]}} \\
    {[}b & \underline{0.2} \\
    \bottomrule
  \end{tabular}}
  \par\smallskip\raggedright a\_note.
\end{table}
"""
HOSTILE = "50% & #1_a^2 ~\\x{y}$z$ [b]* 名é😀µΩ a|b `c' kJ·mol⁻¹ \x1b[31m <<x>> \\end{tabular}"
DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs,graphicx}
\begin{document}
\input{table}
\end{document}
"""


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


def wide_table(name: str, n_columns: int = 9) -> ReportTable:
    """A table of results that is twice as wide as a line."""
    columns = [TableColumn(f"number {place} of a test", "K", is_numeric=True) for place in range(n_columns)]
    numbers = [TableCell("0.123 ± 0.014", 0.123)] * n_columns
    names = (TableColumn("split"), TableColumn("model"))
    return ReportTable("wide", name, (*names, *columns), ((TableCell("mixture"), TableCell(name), *numbers),), (name,))


def test_a_wide_table_is_broken_and_each_part_names_its_rows() -> None:
    latex = table_latex(wide_table("ridge"))
    assert latex.count(r"\begin{tabular}{llrrrrr}") == 1
    assert latex.count(r"\begin{tabular}{llrrrr}") == 1
    assert latex.count("mixture & ridge &") == 2
    assert latex.count(r"0.123 $\pm$ 0.014") == 9
    assert latex.count(r"\caption") == latex.count(r"\label") == 1
    assert r"\shortstack[r]{number 0 of a \\ test \\ {[}K{]}}" in latex
    assert table_latex(wide_table("ridge", 6)).count(r"\begin{tabular}{llrrrrrr}") == 1


def test_the_notes_are_one_paragraph_beside_the_end_of_the_table() -> None:
    """Both parts fit a page, but not with the notes."""
    table = wide_table("ridge")
    latex = table_latex(replace(table, rows=table.rows * 18, notes=("first" * 40, "second; third.")))
    first, last = latex.split(r"\end{table}")[:-1]
    assert first.count(r"\begin{tabular}") == last.count(r"\begin{tabular}") == 1
    assert r"\raggedright" not in first
    assert last.rstrip().endswith("first; second; third.")
    assert last.count(r"\raggedright") == 1


def test_a_name_longer_than_the_line_leaves_half_a_line_of_numbers() -> None:
    assert table_latex(wide_table("n" * 300, 4)).count(r"\begin{tabular}{llrr}") == 2


def test_what_is_higher_than_a_page_goes_on_in_a_further_table() -> None:
    table = ReportTable("t", "c", (TableColumn("n"),), tuple((TableCell(f"r{row}"),) for row in range(90)), ("end",))
    latex = table_latex(table)
    assert latex.count(r"\begin{table}") == latex.count(r"\end{table}") == 3
    assert latex.count(r"\caption{(continued)}") == latex.count(r"\addtocounter{table}{-1}") == 2
    assert latex.count(r"\label") == 1
    assert re.findall(r"r\d+", latex) == [f"r{row}" for row in range(90)]
    assert latex.index("r89") < latex.index("raggedright end")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", ["ridge", HOSTILE, "n" * 300])
def test_latex_sets_it_within_the_line(tmp_path: Path, name: str) -> None:
    table = wide_table(name)
    (tmp_path / "table.tex").write_text(table_latex(replace(table, rows=table.rows * 60)), encoding="utf-8")
    (tmp_path / "paper.tex").write_text(DOCUMENT, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=30)
    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said[-2000:]
    assert "Missing character" not in said
    assert "Float too large" not in said
    widths = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", said)]
    assert name != "ridge" or not widths
