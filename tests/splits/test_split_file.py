from pathlib import Path

import numpy as np
import pytest

from azeotrope.errors import SplitError
from azeotrope.splits.split_file import read_fold


def write(folder: Path, text: str) -> Path:
    path = folder / "folds.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_fold_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, "row_index,note,part,fold\n5,x,test,0\n0,,train,0\n5,,train,1\n 7,, validation ,0\n")
    entries = read_fold(path, 0)
    assert entries.row_index.tolist() == [5, 0, 7]
    assert entries.part.tolist() == [2, 0, 1]
    assert entries.line.tolist() == [2, 3, 5]
    assert read_fold(path, np.int64(1)).row_index.tolist() == [5]


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "folds.csv"
    path.write_bytes(b"\xef\xbb\xbffold,row_index,part\r\n0,3,test\r\n")
    assert read_fold(path, 0).row_index.tolist() == [3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fold,part\n0,test\n", r"lacks \['row_index'\]: it needs the columns .* it has \['fold', 'part'\]"),
        ("", "not a CSV file with the columns fold,row_index,part"),
        ("fold,row_index,part\n0,1,test,4,5\n0,1,test,4,5,6,7,8\n", "not a CSV file"),
        ("fold,row_index,part\n", "has no fold 0; its folds are: none"),
        ("fold,row_index,part\n1,0,test\n4,0,test\n", "has no fold 0; its folds are: 1, 4"),
        (
            "fold,row_index,part\n0,0,test\n0,1,val\n",
            r"line 3, column 'part': 'val' is not one of train, validation, test",
        ),
        ("fold,row_index,part\n0,0,\n", r"line 2, column 'part': '' is not one of"),
        ("fold,row_index,part\n0,-1,test\n", r"line 2, column 'row_index': '-1' is not a whole number from 0"),
        ("fold,row_index,part\n0,0,test\n\n0,1.5,test\n0,x,test\n", r"line 3, column 'fold': '' is not a whole number"),
        ("fold,row_index,part\n0,0,test\n0,1.0,test\n0,x,test\n", r"line 3, .*'1.0' is not .* \(2 such lines\)"),
        ("fold,row_index,part\na,0,test\n", r"line 2, column 'fold': 'a' is not a whole number"),
        (
            "fold,row_index,part\n0,9,test\n1,9,test\n0,9,train\n",
            r"lines 2 and 4, column 'row_index': fold 0 names row 9",
        ),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SplitError, match=message) as error:
        read_fold(path, 0)
    assert str(path) in str(error.value)


def test_a_missing_file_and_a_binary_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SplitError, match="there is no such split file"):
        read_fold(tmp_path / "none.csv", 0)
    (tmp_path / "binary.csv").write_bytes(b"fold,row_index,part\n\xff\xfe,1,test\n")
    with pytest.raises(SplitError, match="not a CSV file"):
        read_fold(tmp_path / "binary.csv", 0)
