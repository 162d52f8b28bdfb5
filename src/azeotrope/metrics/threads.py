"""Work on all cores of this process, in threads: compiled kernels and NumPy's sorts release the interpreter lock."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_on_cores(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the results in the order of the items, whatever the number of cores."""
    with ThreadPoolExecutor(usable_cores()) as threads:
        return list(threads.map(function, items))


def usable_cores() -> int:
    """Cores this process may use, which a scheduler can restrict; all of them where the system cannot tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
