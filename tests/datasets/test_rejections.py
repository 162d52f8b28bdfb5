import numpy as np
import pandas as pd
import pytest

from azeotrope.datasets.rejections import Rejections

RAW = pd.DataFrame({"smiles_1": ["C", "O", "N"], "note": ["", "x,y", 'say "z"']}, dtype=str)


def test_no_rows() -> None:
    rejections = Rejections(0)
    assert rejections.accepted.shape == (0,)
    frame = rejections.frame("my.csv", RAW.iloc[:0])
    assert list(frame.columns) == ["file", "row", "reason", "detail", "smiles_1", "note"]
    assert len(frame) == 0


def test_nothing_rejected() -> None:
    rejections = Rejections(3)
    rejections.add([], "metal", [])
    assert rejections.accepted.tolist() == [True, True, True]
    assert len(rejections.frame("my.csv", RAW)) == 0


def test_a_rejection_carries_reason_detail_and_the_raw_fields() -> None:
    rejections = Rejections(3)
    rejections.add([2], "metal", ["contains tin"])
    assert rejections.accepted.tolist() == [True, True, False]
    assert rejections.frame("my.csv", RAW).to_dict("records") == [
        {"file": "my.csv", "row": 2, "reason": "metal", "detail": "contains tin", "smiles_1": "N", "note": 'say "z"'}
    ]


def test_a_row_keeps_its_first_reason_and_rows_stay_in_file_order() -> None:
    rejections = Rejections(3)
    rejections.add([2, 0], "first", ["a", "b"])
    rejections.add([1, 2], "second", ["c", "d"])
    frame = rejections.frame("my.csv", RAW)
    assert frame["row"].tolist() == [0, 1, 2]
    assert frame["reason"].tolist() == ["first", "second", "first"]
    assert frame["detail"].tolist() == ["b", "c", "a"]


def test_rows_and_details_must_match() -> None:
    with pytest.raises(ValueError, match="zip"):
        Rejections(3).add([0, 1], "metal", ["only one"])


def test_a_raw_column_of_the_same_name_neither_hides_nor_is_hidden() -> None:
    raw = pd.DataFrame({"row": ["first"], "reason": ["none"], "file": ["a"], "detail": ["b"]}, dtype=str)
    rejections = Rejections(1)
    rejections.add([0], "metal", ["contains tin"])
    frame = rejections.frame("my.csv", raw)
    assert frame.columns.is_unique
    assert frame.loc[0, ["file", "row", "reason", "detail"]].tolist() == ["my.csv", 0, "metal", "contains tin"]
    assert {"first", "none", "a", "b"} <= set(frame.iloc[0])


def test_rows_that_are_not_concerned_are_neither_accepted_nor_rejected() -> None:
    rejections = Rejections(3, np.array([True, False, True]))
    rejections.add([1, 2], "metal", ["a", "b"])
    assert rejections.accepted.tolist() == [True, False, False]
    assert rejections.frame("my.csv", RAW)["row"].tolist() == [2]
