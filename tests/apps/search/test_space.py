from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.apps.search.space import Choices, Range, draw, fixed_keys, space_of
from azeotrope.errors import ConfigError

SPACE = space_of(
    {
        "aggregator": {"choices": ["concat", "weighted_sum"]},
        "predictor": {"max_depth": {"choices": [3, 5, 7, 9]}, "learning_rate": {"low": 0.01, "high": 0.2, "log": True}},
    }
)


def test_keys_are_those_of_the_configuration() -> None:
    assert {
        "aggregator": Choices(("concat", "weighted_sum")),
        "predictor.max_depth": Choices((3, 5, 7, 9)),
        "predictor.learning_rate": Range(0.01, 0.2, log=True),
    } == SPACE


@pytest.mark.parametrize(
    ("parameter", "position", "value"),
    [
        (Choices(("a", "b")), 0.0, "a"),
        (Choices(("a", "b")), 0.499, "a"),
        (Choices(("a", "b")), 0.5, "b"),
        (Choices((1,)), 0.999, 1),
        (Range(0.01, 1.0, log=True), 0.5, 0.1),
        (Range(0.0, 1.0, log=False), 0.5, 0.5),
        (Range(0.0, 1.0, log=False), 0.123456, 0.123),
        (Range(0.12345, 0.2, log=False), 0.0, 0.12345),
        (Range(0.1, 0.20004, log=False), 1.0, 0.2),
    ],
)
def test_a_position_is_a_value(parameter: Choices | Range, position: float, value: Any) -> None:
    assert parameter.at(position) == value


@given(st.floats(1e-6, 10), st.floats(1.001, 100), st.floats(0, 1), st.booleans())
def test_a_number_stays_in_its_range(low: float, factor: float, position: float, log: bool) -> None:
    assert low <= Range(low, low * factor, log=log).at(position) <= low * factor


def test_draws_follow_from_seed_and_number_on_any_machine() -> None:
    assert draw(SPACE, 0, 3) == draw(dict(reversed(SPACE.items())), 0, 3)
    assert draw(SPACE, 0, 0) == {"aggregator": "concat", "predictor.max_depth": 9, "predictor.learning_rate": 0.0283}


def test_a_parameter_does_not_depend_on_the_others() -> None:
    for number in range(20):
        whole = draw(SPACE, 1, number)
        assert all(draw({key: SPACE[key]}, 1, number) == {key: whole[key]} for key in SPACE)


def test_options_are_equally_likely_and_seeds_differ() -> None:
    counts = Counter(draw(SPACE, 0, number)["predictor.max_depth"] for number in range(2000))
    assert all(abs(counts[depth] - 500) < 80 for depth in (3, 5, 7, 9))  # four standard deviations
    rates = [draw(SPACE, seed, 0)["predictor.learning_rate"] for seed in (-1, 0, 1, 2**70)]
    assert len(set(rates)) == 4


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"aggregator": "concat"}, r"space\.aggregator is 'concat'"),
        ({"predictor": {"n_layers": {}}}, r"space\.predictor\.n_layers"),
        ({"a": {"choices": []}}, r"space\.a\.choices is \[\]"),
        ({"a": {"choices": [1, 1]}}, "twice"),
        ({"a": {"choices": [[1]]}}, "list of names or numbers"),
        ({"a": {"low": 1}}, "takes choices, or low, high and log"),
        ({"a": {"low": 1, "high": 2, "step": 1}}, "step"),
        ({"a": {"low": 2, "high": 1}}, "low < high"),
        ({"a": {"low": 0, "high": 1, "log": True}}, "0 < low"),
        ({"a": {"low": True, "high": 2}}, "low=True"),
        ({"a": {"low": 1, "high": float("nan")}}, "high=nan"),
    ],
)
def test_what_is_no_space_is_named(tree: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        space_of(tree)


def test_what_the_user_gives_is_not_searched() -> None:
    space = SPACE | {"interaction": Choices(("none", "explicit"))}
    assert fixed_keys(space, ["predictor.max_depth", "dataset", "predictor"]) == ["predictor.max_depth"]
    assert fixed_keys(space, ["ablation"]) == ["aggregator", "interaction"]
    assert fixed_keys(space, []) == []
