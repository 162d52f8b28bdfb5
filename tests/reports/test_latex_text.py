import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.reports.latex_text import escaped, is_in_fonts
from azeotrope.reports.plain_text import one_line

PRINTED = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
    r"$\pm$": "±",
    "{[}": "[",
    "{]}": "]",
    "{*}": "*",
    "{}": "",
} | {f"\\{sign}": sign for sign in "{}$&#_%"}
TOKEN = re.compile("|".join(re.escape(token) for token in sorted(PRINTED, key=len, reverse=True)) + "|.", re.DOTALL)
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
        ("cm³ µ° – é", r"cm$^{3}$ $\mu$$^{\circ}$ -- é"),
        ("kJ·mol⁻¹ ×10⁻⁶", r"kJ$\cdot$mol$^{-}$$^{1}$ $\times$10$^{-}$$^{6}$"),  # noqa: RUF001 - the signs themselves
        ("Ωηλα H₂O", r"$\Omega$$\eta$$\lambda$$\alpha$ H$_{2}$O"),
        ("∞ ≈ √ −1", r"$\infty$ $\approx$ $\surd$ $-$1"),  # noqa: RUF001 - the signs themselves
        ("\N{PRIME} \N{OHM SIGN} \N{INCREMENT}", r"$^{\prime}$ $\Omega$ $\Delta$"),
        ("a\x1b[31mb", "a?{[}31mb"),
        ("名 😀", r"\texttt{U+540D} \texttt{U+1F600}"),
        ("Ångström, Łódź, ß; Þ", r"Ångström, Łódź, ß; \texttt{U+00DE}"),
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


@given(st.text(max_size=20))
@settings(deadline=None, max_examples=200)
def test_every_sign_is_in_the_fonts_of_latex(text: str) -> None:
    assert all(sign.isascii() or is_in_fonts(sign) for sign in escaped(text))
