import pytest

from azeotrope.apps.overrides import key_of, options_of, parsed_overrides
from azeotrope.errors import ConfigError


def test_flags_are_no_overrides() -> None:
    assert [key_of(each) for each in parsed_overrides(["-m", "--help", "model=ideal", "~debug", "+a.b=1"])] == [
        "model",
        "debug",
        "a.b",
    ]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("representation=morgan", ["morgan"]),
        ("representation=rdkit_2d+morgan,run:a-b_c.d", ["rdkit_2d+morgan", "run:a-b_c.d"]),
        ("second=null", []),
    ],
)
def test_a_sweep_names_several_options(text: str, options: list[str]) -> None:
    [override] = parsed_overrides([text])
    assert options_of(override) == options


def test_a_value_that_needs_quotes_says_so() -> None:
    with pytest.raises(ConfigError, match="quotes"):
        parsed_overrides(["dataset.path=a=b.csv"])
