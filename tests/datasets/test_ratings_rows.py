from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.ratings_layout import RatedAttribute, RawRatings
from azeotrope.datasets.ratings_rows import read_rating_rows
from azeotrope.errors import DataError

RawRatingsMaker = Callable[..., RawRatings]


def test_a_wide_file_has_one_column_per_attribute(raw_ratings: RawRatingsMaker) -> None:
    rows = read_rating_rows(raw_ratings("id,participant,x,y\n5.0,07,1,NaN\n6, b ,,2"))
    assert rows.unit.tolist() == ["5", "6"]
    assert rows.participant.tolist() == ["07", "b"]
    np.testing.assert_array_equal(rows.ratings, [[1, np.nan], [np.nan, 2]])
    assert rows.stratum.tolist() == ["", ""]
    assert rows.warnings == ()


def test_a_long_file_has_one_row_per_attribute_and_others_are_not_read(raw_ratings: RawRatingsMaker) -> None:
    raw = raw_ratings(
        "id,Descriptor,Rating\n1,Intensity,3\n1,Garlic,oops\n1,Pleasantness,101\n2,Intensity,4",
        attribute_column="Descriptor",
        value_column="Rating",
        attributes=[RatedAttribute("p", "Pleasantness", [0, 100]), RatedAttribute("i", "Intensity", [0, 100])],
    )
    rows = read_rating_rows(raw)
    np.testing.assert_array_equal(rows.ratings, [[np.nan, 3], [101, np.nan], [np.nan, 4]])
    assert len(rows.warnings) == 1
    assert "'Rating of Pleasantness' has 1 of 1 values outside 0 to 100, the first in row 2 " in rows.warnings[0]


def test_units_are_named_by_components_and_keys(raw_ratings: RawRatingsMaker) -> None:
    rows = read_rating_rows(raw_ratings("id_a,id_b,Rep,x\n1,2,1,5\n3,,2,6\n,4,1,7", unit_key=["Rep"]))
    assert rows.unit.tolist() == ["1+2 rep 1", "3 rep 2", "4 rep 1"]
    assert rows.components.tolist() == [["1", "2"], ["3", ""], ["", "4"]]


def test_strata_may_be_several_columns(raw_ratings: RawRatingsMaker) -> None:
    rows = read_rating_rows(raw_ratings("id,participant,study,set,x\n1,a,main,3.0,5", strata=["study", "set"]))
    assert rows.stratum.tolist() == ["main | 3"]


def test_rows_without_a_component_are_described_or_an_error(raw_ratings: RawRatingsMaker) -> None:
    text = "id,stimulus,name,x\n1,s1,one,5\n,s2,fir,6\n,s2,fir,7\n,s3,,8"
    rows = read_rating_rows(raw_ratings(text, unidentified=["stimulus", "name"]))
    assert rows.unit.tolist() == ["1"]
    assert rows.unidentified["source_id"].tolist() == ["s2", "s3"]
    assert rows.unidentified["detail"].tolist() == ["my.csv: it has no id: s2, fir", "my.csv: it has no id: s3"]
    with pytest.raises(DataError, match=r"my\.csv, row 1 .*'id' is empty"):
        read_rating_rows(raw_ratings(text))


def test_a_row_without_its_participant_is_an_error(raw_ratings: RawRatingsMaker) -> None:
    with pytest.raises(DataError, match=r"my\.csv, row 1 .*'participant' is empty"):
        read_rating_rows(raw_ratings("id,participant,x\n1,a,1\n1, ,2"))


def test_further_columns_are_checked_by_their_scale(raw_ratings: RawRatingsMaker) -> None:
    raw = raw_ratings("id,x,extra\n1,11,3\n2,5,-1", also_check={"extra": [0, 10]})
    first, second = read_rating_rows(raw).warnings
    assert "column 'x' has 1 of 2" in first
    assert "column 'extra' has 1 of 2 values outside 0 to 10, the first in row 1 " in second


def test_a_filtered_row_is_neither_read_nor_checked(raw_ratings: RawRatingsMaker) -> None:
    raw = raw_ratings("id,x,study\n1,99,retest\n1,oops,retest\n2,3,main", keep={"study": ["main"]})
    rows = read_rating_rows(raw)
    assert (rows.unit.tolist(), rows.warnings) == (["2"], ())
