from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.file import FileSplit
from azeotrope.splits.leakage import check_promise

MakeTable = Callable[..., MixtureTable]
BINARIES = [[("A", 0.5), ("B", 0.5)], [("C", 0.5), ("D", 0.5)], [("E", 0.5), ("F", 0.5)], [("E", 0.2), ("F", 0.8)]]
PURE = [[("A", 1.0)], [("C", 1.0)], [("E", 1.0)]]


@pytest.fixture(name="table")
def fixture_table(make_table: MakeTable) -> MixtureTable:
    """Four mixtures and three pure compounds: rows 0 to 6 of the raw file."""
    return make_table(BINARIES + PURE)


@pytest.fixture(name="write")
def fixture_write(tmp_path: Path) -> Callable[[str], str]:
    """Write a split file whose lines are given as ``fold,row_index,part`` separated by blanks."""

    def write(lines: str) -> str:
        path = tmp_path / "folds.csv"
        path.write_text("\n".join(["fold,row_index,part", *lines.split()]) + "\n", encoding="utf-8")
        return str(path)

    return write


def with_sources(table: MixtureTable, sources: list[list[tuple[str, int]]]) -> MixtureTable:
    """Return the table with other raw rows behind its rows."""
    files = sorted({file for row in sources for file, _ in row})
    entries = [entry for row in sources for entry in row]
    return replace(
        table,
        source_offsets=np.cumsum([0, *map(len, sources)]),
        source_file=np.array([files.index(file) for file, _ in entries]),
        source_row=np.array([row for _, row in entries]),
        source_files=tuple(files),
    )


def test_rows_are_as_given_and_unnamed_pure_rows_train(table: MixtureTable, write: Callable[[str], str]) -> None:
    path = write("0,2,test 0,3,test 0,1,validation 0,0,train 1,0,test 1,1,validation 1,2,train")
    split = FileSplit(path=path).split(table, 0)
    assert (split.train.tolist(), split.validation.tolist(), split.test.tolist()) == ([0, 4, 5, 6], [1], [2, 3])
    assert split.promise is None
    assert split.notes == ("row_index counts in raw.csv",)
    other = FileSplit(path=path).split(table, 1)
    assert (other.train.tolist(), other.test.tolist()) == ([2, 4, 5, 6], [0])
    assert other.notes[1] == "1 mixture rows of the table are not named in fold 1: left out"


def test_pure_rows_that_are_named_go_where_they_are_named(table: MixtureTable, write: Callable[[str], str]) -> None:
    split = FileSplit(path=write("0,2,test 0,6,test 0,1,validation 0,0,train")).split(table, 0)
    assert split.test.tolist() == [2, 6]
    assert split.train.tolist() == [0, 4, 5]


def test_promise_molecule_keeps_pure_rows_of_test_molecules_out(
    table: MixtureTable, write: Callable[[str], str]
) -> None:
    path = write("0,2,test 0,3,test 0,1,validation 0,0,train")
    split = FileSplit(path=path, promise="molecule").split(table, 0)
    assert split.train.tolist() == [0, 4, 5]
    check_promise(table, split)


def test_a_file_that_breaks_its_promise_stops(table: MixtureTable, write: Callable[[str], str]) -> None:
    path = write("0,2,test 0,1,validation 0,3,train 0,0,train")
    check_promise(table, FileSplit(path=path, promise="composition").split(table, 0))
    with pytest.raises(SplitError, match="1 of 1 test rows share a component set with train"):
        check_promise(table, FileSplit(path=path, promise="component_set").split(table, 0))


def test_learning_curve_keeps_pure_rows(table: MixtureTable, write: Callable[[str], str]) -> None:
    path = write("0,2,test 0,1,validation 0,3,train 0,0,train")
    assert FileSplit(path=path, max_train_mixtures=0).split(table, 0).train.tolist() == [4, 5, 6]
    assert len(FileSplit(path=path, max_train_mixtures=1).split(table, 0).train) == 4
    with pytest.raises(SplitError, match="has 2 component sets"):
        FileSplit(path=path, max_train_mixtures=3).split(table, 0)


def test_raw_rows_not_table_rows_are_meant(table: MixtureTable, write: Callable[[str], str]) -> None:
    shifted = with_sources(table, [[("raw.csv", 10 * row)] for row in range(7)])
    split = FileSplit(path=write("0,20,test 0,10,validation 0,0,train 0,30,train 0,15,train 0,16,test")).split(
        shifted, 0
    )
    assert split.test.tolist() == [2]
    assert split.notes[1] == "2 of 6 rows that the file names were dropped by curation"


def test_the_mixture_file_is_the_one_with_most_mixtures(table: MixtureTable, write: Callable[[str], str]) -> None:
    files = ["mix.csv"] * 3 + ["more.csv"] + ["apure.csv"] * 3
    two = with_sources(table, [[(file, row)] for file, row in zip(files, [0, 1, 2, 0, 0, 1, 2], strict=True)])
    path = write("0,0,test 0,1,validation 0,2,train")
    split = FileSplit(path=path).split(two, 0)
    assert (split.test.tolist(), split.notes[0]) == ([0], "row_index counts in mix.csv")
    assert FileSplit(path=path, mixture_file="apure.csv").split(two, 0).test.tolist() == [4]
    with pytest.raises(SplitError, match=r"mixture_file is 'x.csv'; the table comes from apure.csv, mix.csv, more.csv"):
        FileSplit(path=path, mixture_file="x.csv").split(two, 0)


def test_a_tie_of_mixture_files_is_not_guessed(table: MixtureTable, write: Callable[[str], str]) -> None:
    tie = with_sources(table, [[(file, row)] for row, file in enumerate(["a.csv", "b.csv"] * 2 + ["c.csv"] * 3)])
    with pytest.raises(SplitError, match=r"set mixture_file: a.csv, b.csv gave equally many"):
        FileSplit(path=write("0,0,test")).split(tie, 0)


def test_a_replicate_group_may_not_be_cut(table: MixtureTable, write: Callable[[str], str]) -> None:
    averaged = with_sources(
        table,
        [
            [("raw.csv", 0)],
            [("raw.csv", 1)],
            [("raw.csv", 2), ("raw.csv", 7)],
            *([("raw.csv", row)] for row in range(3, 7)),
        ],
    )
    whole = FileSplit(path=write("0,2,test 0,7,test 0,1,validation 0,0,train 0,3,train")).split(averaged, 0)
    assert whole.test.tolist() == [2]
    partly = FileSplit(path=write("0,7,test 0,1,validation 0,0,train 0,3,train")).split(averaged, 0)
    assert partly.test.tolist() == [2]
    assert "1 rows average raw rows of which the file names only some" in partly.notes[1]
    for parts in (("test", "train"), ("train", "test"), ("validation", "train")):
        path = write(f"0,2,{parts[0]} 0,7,{parts[1]} 0,1,validation 0,0,train")
        with pytest.raises(SplitError, match=r"1 groups of replicates are cut .* such as rows 2, 7 of raw.csv"):
            FileSplit(path=path).split(averaged, 0)


def test_an_index_beyond_the_file_is_refused(table: MixtureTable, write: Callable[[str], str]) -> None:
    path = write("0,2,test 0,1,validation 0,0,train 0,7,train")
    with pytest.raises(
        SplitError, match=r"line 5, column 'row_index': 7 is out of range, raw.csv ends at row 6"
    ) as error:
        FileSplit(path=path).split(table, 0)
    assert "set raw_rows" in str(error.value)
    with pytest.raises(SplitError, match="7 is out of range") as error:
        FileSplit(path=path, raw_rows=7).split(table, 0)
    assert "set raw_rows" not in str(error.value)
    longer = FileSplit(path=path, raw_rows=8).split(table, 0)
    assert longer.notes[1] == "1 of 4 rows that the file names were dropped by curation"


@pytest.mark.parametrize("raw_rows", [0, 6])
def test_a_raw_file_shorter_than_its_rows_is_refused(
    table: MixtureTable, write: Callable[[str], str], raw_rows: int
) -> None:
    with pytest.raises(SplitError, match=rf"raw_rows={raw_rows}, but the table has row 6 of raw.csv"):
        FileSplit(path=write("0,0,test"), raw_rows=raw_rows).split(table, 0)


@pytest.mark.parametrize("lines", ["0,0,test 0,1,train", "0,1,train 0,0,validation"])
def test_an_empty_part_is_refused(table: MixtureTable, write: Callable[[str], str], lines: str) -> None:
    with pytest.raises(SplitError, match="a part of the split is empty"):
        FileSplit(path=write(lines)).split(table, 0)


def test_an_unknown_promise_is_refused() -> None:
    with pytest.raises(ConfigError, match="promise is 'rows'; choose null or one of composition"):
        FileSplit(path="folds.csv", promise="rows")  # type: ignore[arg-type]
