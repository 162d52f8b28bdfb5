import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.runs.mirror_values import flatten, milliseconds, shorten, valid_key


def test_mappings_become_dotted_parameters() -> None:
    config = {"model": {"depth": 4, "act": "relu", "rate": 1e-3, "on": True, "none": None, "parts": [1, "a"], "no": {}}}
    assert flatten(config) == {
        "model.depth": "4",
        "model.act": "relu",
        "model.rate": "0.001",
        "model.on": "true",
        "model.none": "null",
        "model.parts": '[1, "a"]',
        "model.no": "{}",
    }


def test_an_empty_configuration_has_no_parameters() -> None:
    assert flatten({}) == {}


def test_keys_that_become_one_are_told_apart() -> None:
    params = flatten({"a=1": "x", "a[1": "y", "a": {"1": "z"}})
    assert sorted(params.values()) == ["x", "y", "z"]
    assert params["a_1"] == "x"
    assert params["a.1"] == "z"


def test_a_long_value_keeps_its_beginning_and_a_hash() -> None:
    one, other = flatten({"a": "x" * 7000, "b": "x" * 7001}).values()
    assert len(one) == len(other) == 500
    assert re.fullmatch(r"x{487}…[0-9a-f]{12}", one)
    assert one != other


def test_what_fits_is_not_shortened() -> None:
    assert shorten("x" * 500, 500) == "x" * 500
    assert shorten("", 5) == ""


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("excess_rmse", "excess_rmse"),
        ("a/b c=[1,2]", "a_b_c__1_2_"),
        ("", "_"),
        ("../x", "_._x"),
        (".", "_"),
        ("η", "_"),
    ],
)
def test_keys_are_valid(name: str, key: str) -> None:
    assert valid_key(name) == key


@settings(deadline=None, max_examples=50)
@given(st.text())
def test_any_text_gives_a_key_that_mlflow_accepts(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,249}", valid_key(name))
    assert len(valid_key(name * 300)) <= 250


def test_times_are_milliseconds_since_1970() -> None:
    assert milliseconds("1970-01-01T00:00:01.500+00:00") == 1500
