from typing import Any

import pytest

from azeotrope.apps.search.schedule import Schedule, stands
from azeotrope.errors import ConfigError


@pytest.mark.parametrize(
    ("numbers", "rungs"),
    [
        ((50, 3, 2), (3, 6, 12, 24, 48, 50)),
        ((48, 3, 2), (3, 6, 12, 24, 48)),
        ((27, 1, 3), (1, 3, 9, 27)),
        ((1, 1, 2), (1,)),
        ((5, 5, 2), (5,)),
    ],
)
def test_rungs_grow_by_the_reduction_and_end_with_the_training(
    numbers: tuple[int, int, int], rungs: tuple[int, ...]
) -> None:
    assert Schedule.of(*numbers).rungs == rungs


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0, 1, 2), "epochs is 0"),
        ((50, 0, 2), "grace is 0"),
        ((50, 3, 1), "reduction is 1"),
        ((50, 2.5, 2), "grace is 2.5"),
        ((50, 51, 2), "not be more than the 50 epochs"),
    ],
)
def test_numbers_that_make_no_schedule_are_named(numbers: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Schedule.of(*numbers)


def test_one_in_so_many_stands() -> None:
    assert stands(1.0, [1.0], 2)
    assert stands(1.0, [2.0, None, 1.0], 2)
    assert not stands(2.0, [2.0, None, 1.0], 2)
    assert [value for value in (1, 2, 3, 4, 5) if stands(value, [5, 4, 3, 2, 1], 2)] == [1, 2]
    assert [value for value in (1, 2, 3, 4, 5, 6) if stands(value, [6, 5, 4, 3, 2, 1], 3)] == [1, 2]
    assert stands(1.0, [1.0, 1.0], 2), "equals stand together"
