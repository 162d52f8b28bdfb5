import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.featurizers.ragged import distinct, gather, offsets_of

LISTS = st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=6)


def test_offsets() -> None:
    assert offsets_of(np.array([2, 0, 3])).tolist() == [0, 2, 2, 5]
    assert offsets_of(np.zeros(0, dtype=np.int64)).tolist() == [0]


def test_nothing() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert [len(each) for each in gather(np.zeros(1, dtype=np.int64), nothing, nothing)] == [0, 0]
    assert [len(each) for each in distinct(nothing, 0)] == [0, 0]


@settings(max_examples=50)
@given(lists=LISTS, data=st.data())
def test_gathering_is_a_loop_over_lists(lists: list[list[int]], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(lists) - 1)))
    items = np.array([item for each in lists for item in each], dtype=np.int64)
    found, owner = gather(offsets_of(np.array([len(each) for each in lists])), items, np.array(chosen, dtype=np.int64))
    assert found.tolist() == [item for each in chosen for item in lists[each]]
    assert owner.tolist() == [place for place, each in enumerate(chosen) for _ in lists[each]]


@settings(max_examples=50)
@given(items=st.lists(st.integers(0, 9)))
def test_what_is_distinct_stands_in_order_of_appearance(items: list[int]) -> None:
    found, place = distinct(np.array(items, dtype=np.int64), 10)
    assert found.tolist() == list(dict.fromkeys(items))
    assert found[place].tolist() == items
