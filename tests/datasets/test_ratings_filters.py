from collections.abc import Callable

import pytest

from azeotrope.datasets.ratings_filters import filtered
from azeotrope.datasets.ratings_layout import RawRatings
from azeotrope.errors import DataError

TEXT = "id,x,study,inclusion\n1,1,main,1\n2,2,retest,1.0\n3,3,main,0\n4,4,main,1.0"


def rows(raw: RawRatings) -> list[int]:
    return [int(row) for row in filtered(raw).index]


def test_filters_keep_and_drop_and_the_rows_keep_their_numbers(raw_ratings: Callable[..., RawRatings]) -> None:
    assert rows(raw_ratings(TEXT)) == [0, 1, 2, 3]
    assert rows(raw_ratings(TEXT, keep={"study": ["main"], "inclusion": [1]})) == [0, 3]
    assert rows(raw_ratings(TEXT, keep={"study": ["main", "retest"]}, drop={"inclusion": [0]})) == [0, 1, 3]


def test_a_filter_for_a_value_that_never_occurs_is_an_error_not_a_filter(
    raw_ratings: Callable[..., RawRatings],
) -> None:
    for filters in ({"keep": {"study": ["Main"]}}, {"drop": {"study": ["patient"]}}):
        with pytest.raises(
            DataError, match=r"my\.csv: no row has '(Main|patient)' in column 'study'; it has 'main', 'r"
        ):
            filtered(raw_ratings(TEXT, **filters))


def test_filters_that_leave_nothing_are_told(raw_ratings: Callable[..., RawRatings]) -> None:
    with pytest.raises(DataError, match=r"no row of 4 is left.*keep study.*drop inclusion"):
        filtered(raw_ratings(TEXT, keep={"study": ["retest"]}, drop={"inclusion": [1]}))
    with pytest.raises(DataError, match="no row of 0"):
        filtered(raw_ratings("id,x\n"))
