import numpy as np

from azeotrope.metrics.compiled import compiled
from azeotrope.typing import FloatArray


def running_maximum(values: FloatArray) -> FloatArray:
    """Return the largest value so far."""
    largest = values.copy()
    for i in range(1, len(values)):
        largest[i] = max(largest[i - 1], values[i])
    return largest


def test_a_compiled_function_computes_the_same() -> None:
    values = np.random.default_rng(0).normal(size=50)
    np.testing.assert_array_equal(compiled(running_maximum)(values), running_maximum(values))


def test_it_keeps_its_name_and_documentation() -> None:
    fast = compiled(running_maximum)
    assert (fast.__name__, fast.__doc__) == (running_maximum.__name__, running_maximum.__doc__)
