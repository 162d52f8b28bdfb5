import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.leakage import check_promise, leakage_report
from azeotrope.splits.split import Split

MakeTable = Callable[..., MixtureTable]


@pytest.fixture(name="table")
def fixture_table(make_table: MakeTable) -> MixtureTable:
    return make_table(
        [
            [("A", 0.5), ("B", 0.5)],
            [("A", 0.4), ("B", 0.6)],
            [("A", 1.0)],
            [("A", 0.5), ("B", 0.5)],
            [("C", 0.5), ("D", 0.5)],
            [("A", 0.5), ("D", 0.5)],
            [("E", 0.5), ("F", 0.5)],
        ],
        [300.0, 300.0, 300.0, 300.0, 300.0, 300.0, 300.0],
        ["S", "S", "S", "T", "C", "S", "S"],
    )


def split_of(train: list[int], validation: list[int], test: list[int], promise: str | None = None) -> Split:
    return Split(np.array(train), np.array(validation), np.array(test), promise, ("a note",))


def test_counts_by_hand(table: MixtureTable) -> None:
    split = split_of([1, 2, 4], [3], [0, 5])
    report = leakage_report(table, split).to_dict()
    assert report == {
        "parts": {
            "train": {"rows": 3, "pure_rows": 1, "component_sets": 2, "molecules": 4},
            "validation": {"rows": 1, "pure_rows": 0, "component_sets": 1, "molecules": 2},
            "test": {"rows": 2, "pure_rows": 0, "component_sets": 2, "molecules": 3},
        },
        "left_out_rows": 1,
        "shared": {
            "train": {
                "replicate": {"rows": 0, "share": 0.0},
                "composition": {"rows": 0, "share": 0.0},
                "component_set": {"rows": 1, "share": 0.5},
                "molecule": {"rows": 2, "share": 1.0},
            },
            "validation": {
                "replicate": {"rows": 0, "share": 0.0},
                "composition": {"rows": 1, "share": 0.5},
                "component_set": {"rows": 1, "share": 0.5},
                "molecule": {"rows": 2, "share": 1.0},
            },
        },
        "test_molecules_as_train_solutes": 0,
        "promise": None,
        "notes": ["a note"],
        "content_hash": split.content_hash,
    }
    assert json.loads(json.dumps(report)) == report


def test_test_molecules_that_are_solutes_in_train_are_counted(make_table: MakeTable) -> None:
    rows = [[("A", 0.5), ("B", 0.5)], [("C", 0.5), ("D", 0.5)], [("E", 0.5), ("F", 0.5)]]
    counts = {"A": 1, "B": 1, "C": 0, "S": 0}
    for solute, count in counts.items():
        table = make_table(rows, solute=["C", solute, "A"])
        split = split_of([1], [2], [0], "molecule")
        report = leakage_report(table, split)
        check_promise(table, split)
        assert report.test_molecules_as_train_solutes == count
        assert ("1 test molecules are solutes in train" in report.describe()) == bool(count)


def test_description_names_every_count(table: MixtureTable) -> None:
    split = split_of([1, 2, 4], [3], [0, 5], "composition")
    nothing, the_rest = "replicate 0 (0.0%)", "component_set 1 (50.0%), molecule 2 (100.0%)"
    assert leakage_report(table, split).describe().splitlines() == [
        "train             3 rows (1 pure), 2 component sets, 4 molecules",
        "validation        1 rows (0 pure), 1 component sets, 2 molecules",
        "test              2 rows (0 pure), 2 component sets, 3 molecules",
        "left out          1 rows",
        f"test rows that share with train: {nothing}, composition 0 (0.0%), {the_rest}",
        f"test rows that share with validation: {nothing}, composition 1 (50.0%), {the_rest}",
        f"promise: composition; hash {split.content_hash[:12]}",
        "note: a note",
    ]


@pytest.mark.parametrize(
    ("promise", "train", "validation"),
    [(None, [3], [1]), ("composition", [1], [2]), ("component_set", [2], [5]), ("molecule", [4], [6])],
)
def test_a_kept_promise_passes(
    table: MixtureTable, promise: str | None, train: list[int], validation: list[int]
) -> None:
    check_promise(table, split_of(train, validation, [0], promise))


@pytest.mark.parametrize(
    ("promise", "shared", "harmless", "words"),
    [
        ("composition", 3, 4, "a composition"),
        ("component_set", 1, 4, "a component set"),
        ("molecule", 5, 4, "a molecule"),
        ("molecule", 2, 4, "a molecule"),
        ("component_set", 3, 4, "a component set"),
        ("molecule", 3, 4, "a molecule"),
    ],
)
def test_a_broken_promise_stops_and_gives_an_example(
    table: MixtureTable, promise: str, shared: int, harmless: int, words: str
) -> None:
    message = rf"1 of 2 test rows share {words} with {{part}}, .* for example row 0 \(raw.csv:0\): A B"
    with pytest.raises(SplitError, match=message.format(part="train")):
        check_promise(table, split_of([shared], [harmless], [0, 6], promise))
    with pytest.raises(SplitError, match=message.format(part="validation")):
        check_promise(table, split_of([harmless], [shared], [0, 6], promise))


@pytest.mark.parametrize("check", [check_promise, leakage_report])
def test_faulty_splits_stop_even_without_a_promise(
    table: MixtureTable, check: Callable[[MixtureTable, Split], object]
) -> None:
    with pytest.raises(SplitError, match="a part of the split is empty"):
        check(table, split_of([0], [], [1]))
    with pytest.raises(SplitError, match="row 1 is in train and test"):
        check(table, split_of([0, 1], [2], [1]))
    with pytest.raises(SplitError, match="test names row 7, but the table has 7 rows"):
        check(table, split_of([0], [1], [2, 7]))
    with pytest.raises(SplitError, match="train names row -1"):
        check(table, split_of([-1], [1], [2]))


def test_an_unknown_promise_stops(table: MixtureTable) -> None:
    with pytest.raises(SplitError, match="unknown promise 'rows'; choose one of composition, component_set, molecule"):
        check_promise(table, replace(split_of([0], [1], [4]), promise="rows"))
