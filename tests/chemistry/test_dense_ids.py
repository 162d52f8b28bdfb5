from collections.abc import Hashable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.chemistry.dense_ids import dense_ids, first_rows, joint_ids, ragged_ids, rising_ids

NONE = np.array([], dtype=np.int64)
LABELS = st.integers(-3, 3)


def numbered(things: Sequence[Hashable]) -> list[int]:
    """Number things by first appearance, one by one."""
    seen: dict[Hashable, int] = {}
    return [seen.setdefault(thing, len(seen)) for thing in things]


def ragged(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    return offsets, np.array([label for row in rows for label in row], dtype=np.int64)


def test_nothing_has_no_ids() -> None:
    for ids in (dense_ids(NONE), rising_ids(NONE), joint_ids(NONE, NONE), ragged_ids(np.array([0]), NONE)):
        assert ids.shape == (0,)
        assert ids.dtype == np.int64
    assert first_rows(NONE).shape == (0,)


def test_one_thing_has_id_0() -> None:
    one = np.array([7])
    for ids in (dense_ids(one), rising_ids(one), joint_ids(one, one), ragged_ids(np.array([0, 1]), one)):
        assert ids.tolist() == [0]
    assert first_rows(np.array([0])).tolist() == [0]


def test_numbers_that_are_nan_are_one_label_and_zero_has_no_sign() -> None:
    assert dense_ids(np.array([np.nan, 1.5, np.nan, 0.0, -0.0])).tolist() == [0, 1, 0, 2, 2]


def test_labels_may_be_far_apart() -> None:
    huge = np.array([2**62, -(2**62), 2**62])
    assert joint_ids(huge, huge, huge).tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        ([[], [0], [], [0, 0]], [0, 1, 0, 2]),  # no labels, one, and the same one twice
        ([[0], [1], [0, 0], [0, 1], [1, 0]], [0, 1, 2, 3, 4]),  # a prefix is another row
        ([[5, 5, 5], [5], [5, 5, 5]], [0, 1, 0]),
    ],
)
def test_ragged_rows_by_hand(rows: list[list[int]], ids: list[int]) -> None:
    assert ragged_ids(*ragged(rows)).tolist() == ids


@given(st.lists(LABELS))
def test_labels_are_numbered_as_one_by_one(labels: list[int]) -> None:
    array = np.array(labels, dtype=np.int64)
    assert dense_ids(array).tolist() == numbered(labels)
    assert rising_ids(array).tolist() == [sorted(set(labels)).index(label) for label in labels]
    assert first_rows(dense_ids(array)).tolist() == [labels.index(label) for label in dict.fromkeys(labels)]


@given(st.lists(st.tuples(LABELS, st.sampled_from([0.1, 0.2, -1.5]), LABELS)))
def test_joint_rows_are_numbered_as_one_by_one(rows: list[tuple[int, float, int]]) -> None:
    one, two, three = ([row[i] for row in rows] for i in range(3))
    columns = (np.array(one, dtype=np.int64), np.array(two, dtype=np.float64), np.array(three, dtype=np.int64))
    assert joint_ids(*columns).tolist() == numbered(rows)
    assert joint_ids(columns[0]).tolist() == numbered(one)


@given(st.lists(st.lists(st.integers(0, 2), max_size=5)))
def test_ragged_rows_are_numbered_as_one_by_one(rows: list[list[int]]) -> None:
    offsets, labels = ragged(rows)
    offsets.flags.writeable = labels.flags.writeable = False
    assert ragged_ids(offsets, labels).tolist() == numbered([tuple(row) for row in rows])
