import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.reports.distinct_names import distinct_names

LONG = "rdkit_xgb · predictor=xgboost (colsample_bytree=0.8, learning_rate=0.0283, max_depth={depth})"


def test_short_names_stay() -> None:
    assert distinct_names(["a", "bb", "a" * 5], 5) == ["a", "bb", "aaaaa"]
    assert distinct_names([], 5) == []


def test_long_names_that_differ_at_the_end_show_their_end() -> None:
    names = [LONG.format(depth=depth) for depth in (7, 9)]
    assert distinct_names(names, 34) == ["rdkit_xgb · … max_depth=7)", "rdkit_xgb · … max_depth=9)"]


def test_names_that_differ_in_several_places_differ_from_all_others() -> None:
    names = ["model · a=11111 · b=11111", "model · a=22222 · b=11111", "model · a=22222 · b=22222"]
    cut = distinct_names(names, 12)
    assert len(set(cut)) == 3


def test_what_cannot_differ_is_numbered() -> None:
    assert distinct_names(["same", "same"], 10) == ["same #1", "same #2"]


@pytest.mark.parametrize("longest", [8, 20])
@settings(deadline=None, max_examples=50)
@given(names=st.lists(st.text("ab ·(", max_size=40), max_size=5))
def test_names_fit_and_differ(longest: int, names: list[str]) -> None:
    cut = distinct_names(names, longest)
    assert len(set(cut)) == len(names)
    assert all(len(name) <= longest for name in cut)
