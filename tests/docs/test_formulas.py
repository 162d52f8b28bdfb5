import re
from pathlib import Path

import pytest
from formulas import formula, on_page_content

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "azeotrope"
PAGES = sorted((ROOT / "docs" / "api").glob("*.md"))


@pytest.mark.parametrize(
    ("tex", "html"),
    [
        ("C", "C"),
        (r"T_b = |\sum_g \epsilon_{bg} s_g|", "T<sub>b</sub> = |∑<sub>g</sub> ε<sub>bg</sub> s<sub>g</sub>|"),
        ("n_1, n_2", "n<sub>1</sub>, n<sub>2</sub>"),
        ("z^E = z - z^{id}", "z<sup>E</sup> = z - z<sup>id</sup>"),
        (r"\hat z^{id}", "z\u0302<sup>id</sup>"),
        (r"\tau_b = 1 / \sqrt{n_0}", "τ<sub>b</sub> = 1 / √(n<sub>0</sub>)"),
        (r"\max_{j \le i} \tilde p_{(j)}", "max<sub>j ≤ i</sub> p\u0303<sub>(j)</sub>"),
        (r"\lceil (m + 1) c \rceil", "⌈ (m + 1) c ⌉"),
    ],
)
def test_a_formula_as_html(tex: str, html: str) -> None:
    assert formula(tex) == html


def test_an_unknown_command_is_no_formula() -> None:
    with pytest.raises(ValueError, match="does not know"):
        formula(r"\frac{1}{2}")


def test_roles_on_a_page_are_replaced_and_code_is_not() -> None:
    page = "<p>With :math:<code>n_0</code> pairs</p><code>n_0</code>"
    assert on_page_content(page, page=None) == "<p>With <em>n<sub>0</sub></em> pairs</p><code>n_0</code>"


def test_every_formula_of_the_reference_can_be_shown() -> None:
    modules = [name for page in PAGES for name in re.findall(r"^::: azeotrope\.(\S+)", page.read_text(), re.MULTILINE)]
    texts = [(SOURCES / f"{module.replace('.', '/')}.py").read_text() for module in modules]
    formulas = [tex for text in texts for tex in re.findall(r":math:`([^`]*)`", text)]
    assert formulas
    assert all("\\" not in formula(tex) for tex in formulas)
    assert not any(".. math::" in text for text in texts)
