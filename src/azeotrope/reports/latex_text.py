"""Text as LaTeX prints it, with no more than its usual fonts."""

import re
import unicodedata

from azeotrope.reports.plain_text import REPLACEMENT, one_line

# Letters with these names and with one of these accents are in every font of LaTeX.
ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327")
LETTERS = frozenset("ßÆæŒœØøŁłı")
GREEK_COMMANDS = {
    "αβγδεζηθικλμνξ": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi",
    "πρςστυφχψω": "pi rho varsigma sigma tau upsilon varphi chi psi omega",
    "ΓΔΘΛΞΠΣΥΦΨΩ": "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
    "\N{MICRO SIGN}\N{OHM SIGN}\N{INCREMENT}": "mu Omega Delta",
}
OPERATORS = {
    "±": "pm",
    "\N{MULTIPLICATION SIGN}": "times",
    "·": "cdot",
    "⋅": "cdot",
    "÷": "div",
    "≤": "leq",
    "≥": "geq",
    "≠": "neq",
    "≈": "approx",
    "\N{TILDE OPERATOR}": "sim",
    "∝": "propto",
    "∞": "infty",
    "√": "surd",
    "∂": "partial",
    "∈": "in",
    "→": "rightarrow",
    "←": "leftarrow",
    "↔": "leftrightarrow",
}
RAISED = {
    **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n", strict=True)),
    "°": r"\circ",
    "\N{PRIME}": r"\prime",
    "\N{DOUBLE PRIME}": r"\prime\prime",
}
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-", strict=True))
SIGNS = (
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
        "\N{MINUS SIGN}": "$-$",
        "\N{HYPHEN}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{EN DASH}": "--",
        "\N{EM DASH}": "---",
        "…": "...",
        "\N{LEFT SINGLE QUOTATION MARK}": "`",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "“": "``",
        "”": "''",
        REPLACEMENT: "?",
    }
    | {
        letter: rf"$\{name}$"
        for letters, names in GREEK_COMMANDS.items()
        for letter, name in zip(letters, names.split(), strict=True)
    }
    | {sign: rf"$\{name}$" for sign, name in OPERATORS.items()}
    | {sign: f"$^{{{text}}}$" for sign, text in RAISED.items()}
    | {sign: f"$_{{{text}}}$" for sign, text in LOWERED.items()}
)
# Two of them would be joined to a dash, a quotation mark or a Spanish question mark.
LIGATURES = re.compile(r"(?<=[-'`,?!<>])(?=[-'`,<>])")


def escaped(text: str) -> str:
    r"""Return text that LaTeX prints as it is, on one line, and never runs.

    Greek letters, superscripts and the usual signs become commands. A sign that the fonts of LaTeX lack, such as a
    Chinese one, becomes its number, as ``\texttt{U+6C34}``.
    """
    return "{}".join("".join(map(_printed, part)) for part in LIGATURES.split(one_line(text)))


def _printed(sign: str) -> str:
    if sign in SIGNS:
        return SIGNS[sign]
    return sign if sign.isascii() or is_in_fonts(sign) else rf"\texttt{{U+{ord(sign):04X}}}"


def is_in_fonts(sign: str) -> bool:
    """Whether a sign beyond ASCII is a letter of European languages that every font of LaTeX has."""
    parts = unicodedata.normalize("NFD", sign)
    base, marks = parts[0], parts[1:]
    return sign in LETTERS or (base.isascii() and base.isalpha() and len(marks) == 1 and marks in ACCENTS)
