"""Just-in-time compilation that keeps the types of the compiled function."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function of arrays and numbers to machine code on its first call; it releases the interpreter lock."""
    return cast("Callable[Parameters, Result]", numba.njit(cache=True, nogil=True)(function))
