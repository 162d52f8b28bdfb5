import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.errors import ConfigError
from azeotrope.runs.canonical import canonical_json, config_hash

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def shuffled(value: object) -> object:
    """The same value with the keys of its mappings in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(entry)) for key, entry in value.items()]
        random.Random(0).shuffle(items)
        return dict(items)
    return [shuffled(entry) for entry in value] if isinstance(value, list) else value


def test_the_text_is_compact_sorted_json_with_floats_by_repr() -> None:
    assert canonical_json({"b": [0.1, True, None], "a": "é"}) == '{"a":"\\u00e9","b":[0.1,true,null]}'


def test_the_hash_is_the_sha256_of_the_text() -> None:
    assert config_hash({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


def test_the_empty_configuration_has_a_hash() -> None:
    assert config_hash({}) == hashlib.sha256(b"{}").hexdigest()


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (0.0, -0.0), (10**22, 1e22), (0.5, np.float64(0.5)), (3, np.int64(3)), ((1, 2), [1, 2])],
)
def test_equal_values_have_equal_text(one: object, other: object) -> None:
    assert canonical_json(one) == canonical_json(other)


@pytest.mark.parametrize(("one", "other"), [(True, 1), (False, 0), (None, 0), ("1", 1), (None, "null"), ([], {})])
def test_different_values_have_different_text(one: object, other: object) -> None:
    assert canonical_json(one) != canonical_json(other)


@settings(deadline=None, max_examples=30)
@given(st.dictionaries(st.text(), PLAIN, max_size=4))
def test_the_order_of_keys_never_matters(config: dict[str, object]) -> None:
    reordered = shuffled(config)
    assert isinstance(reordered, dict)
    assert config_hash(reordered) == config_hash(config)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"model": {"rate": float("nan")}}, r"configuration\.model\.rate is nan"),
        ({"bound": [1.0, float("inf")]}, r"configuration\.bound\[1\] is inf"),
        ({"folds": {0: "a"}}, r"configuration\.folds has the key 0"),
        ({"path": Path("x")}, r"configuration\.path holds a PosixPath"),
        ({"raw": b"x"}, r"configuration\.raw holds a bytes"),
    ],
)
def test_what_has_no_stable_text_is_refused_by_name(config: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config_hash(config)
