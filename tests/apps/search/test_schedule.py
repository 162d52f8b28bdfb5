from typing import Any

import pytest

from azeotrope.apps.search.schedule import Schedule
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
