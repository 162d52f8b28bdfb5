import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.splits.order import hash_order

KEYS = st.lists(st.text(max_size=8), unique=True, max_size=20)


def test_no_keys_and_one_key() -> None:
    assert hash_order([], 0, "salt").shape == (0,)
    assert hash_order([], 0, "salt").dtype == np.int64
    assert hash_order(["only"], 0, "salt").tolist() == [0]


def test_order_is_that_of_the_documented_digest() -> None:
    keys = ["water", "ethanol", "acetone", "toluol"]
    digest = {key: hashlib.sha256(f"7|use|{key}".encode()).hexdigest() for key in keys}
    assert [keys[i] for i in hash_order(keys, 7, "use")] == sorted(keys, key=digest.__getitem__)


def test_order_is_frozen() -> None:
    assert hash_order([f"key {i}" for i in range(10)], 0, "frozen").tolist() == [1, 9, 2, 6, 8, 7, 5, 0, 4, 3]


def test_seed_zero_is_a_seed_and_salt_counts() -> None:
    keys = [f"key {i}" for i in range(50)]
    orders = {tuple(hash_order(keys, seed, salt)) for seed in (0, 1, -1) for salt in ("test", "validation")}
    assert len(orders) == 6


def test_equal_keys_keep_their_order() -> None:
    assert hash_order(["same"] * 5, 3, "salt").tolist() == [0, 1, 2, 3, 4]


@given(keys=KEYS, seed=st.integers(), data=st.data())
def test_order_ignores_the_given_order_and_the_other_keys(keys: list[str], seed: int, data: st.DataObject) -> None:
    full = [keys[i] for i in hash_order(keys, seed, "salt")]
    shuffled = data.draw(st.permutations(keys))
    assert [shuffled[i] for i in hash_order(shuffled, seed, "salt")] == full
    some = [key for key in shuffled if len(key) % 2]
    assert [some[i] for i in hash_order(some, seed, "salt")] == [key for key in full if len(key) % 2]
