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


@pytest.mark.parametrize("override", ['dataset.unit="ln(mPa s)', "dataset.name=it's"])
def test_a_quote_that_is_not_closed_says_so(override: str) -> None:
    with pytest.raises(ConfigError, match="a quote is not closed in dataset") as caught:
        parsed_overrides(["model=ideal", override])
    assert override in str(caught.value)
    assert "Lexer" not in str(caught.value)


@pytest.mark.parametrize("override", ["dataset.unit='a \\'b\\' (c'", 'dataset.name="it\'s"', "dataset.name=it\\'s"])
def test_quotes_that_are_closed_or_escaped_are_not_blamed(override: str) -> None:
    with pytest.raises(ConfigError, match="put a value that holds"):
        parsed_overrides([override, "a=b=c"])
