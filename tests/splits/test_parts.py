import numpy as np
import pytest

from azeotrope.errors import SplitError
from azeotrope.splits.parts import check_fold, check_parts, make_split
from azeotrope.splits.random import RandomSplit
from azeotrope.splits.split import Split

ONE, TWO, THREE, NONE = np.array([1]), np.array([2]), np.array([3]), np.array([], dtype=np.int64)


@pytest.mark.parametrize("fold", [-1, 5, 1.0, "0", None])
def test_a_fold_that_does_not_exist_is_refused(fold: int) -> None:
    with pytest.raises(SplitError, match=r"fold .* does not exist: RandomSplit has folds 0 to 4"):
        check_fold(RandomSplit(), fold)


@pytest.mark.parametrize("fold", [0, 4, np.int64(2)])
def test_a_fold_that_exists_is_accepted(fold: int) -> None:
    check_fold(RandomSplit(), fold)


def test_rows_are_sorted_and_the_input_is_left_alone() -> None:
    train = np.array([5, 0, 4])
    split = make_split(train, TWO, np.array([3, 1]), promise="component_set", notes=("a note",))
    assert split.train.tolist() == [0, 4, 5]
    assert split.test.tolist() == [1, 3]
    assert (split.promise, split.notes) == ("component_set", ("a note",))
    assert train.tolist() == [5, 0, 4]


@pytest.mark.parametrize(
    ("parts", "counts"),
    [
        ((NONE, ONE, TWO), "0 train, 1 validation, 1 test"),
        ((ONE, NONE, TWO), "1 train, 0 validation, 1 test"),
        ((ONE, TWO, NONE), "1 train, 1 validation, 0 test"),
    ],
)
def test_an_empty_part_is_refused_with_the_counts(parts: tuple[np.ndarray, ...], counts: str) -> None:
    with pytest.raises(SplitError, match=f"empty .{counts} rows"):
        make_split(*parts, promise=None)


@pytest.mark.parametrize(
    ("parts", "where"),
    [
        ((ONE, TWO, ONE), "train and test"),
        ((ONE, ONE, TWO), "train and validation"),
        ((ONE, TWO, TWO), "validation and test"),
        ((np.array([1, 1]), TWO, THREE), "train and train"),
    ],
)
def test_a_row_in_two_places_is_refused(parts: tuple[np.ndarray, ...], where: str) -> None:
    with pytest.raises(SplitError, match=f"1 rows are in more than one place: row [12] is in {where}"):
        check_parts(Split(*parts))
