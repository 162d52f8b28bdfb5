import os

import pytest

from azeotrope.metrics import threads
from azeotrope.metrics.threads import map_on_cores, usable_cores


@pytest.mark.parametrize("n_cores", [1, 3])
def test_results_come_in_the_order_of_the_items(monkeypatch: pytest.MonkeyPatch, n_cores: int) -> None:
    monkeypatch.setattr(threads, "usable_cores", lambda: n_cores)
    assert map_on_cores(lambda number: number**2, range(20)) == [number**2 for number in range(20)]
    assert map_on_cores(str, []) == []


def test_an_error_in_a_thread_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        map_on_cores(lambda number: 1 // number, [1, 0])


def test_all_cores_are_used_where_the_system_does_not_restrict_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores() == os.cpu_count()
