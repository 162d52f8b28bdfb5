"""Eight numbers in one vector register, for compiled kernels that do the same for eight resamples at once.

Numba turns loops over arrays into vector instructions, but keeps sums that such a loop adds to in memory, which is
several times slower than in registers. Here a kernel says what it wants: lanes are values that are loaded, added,
subtracted, multiplied and stored, each operation on all eight numbers by itself, so that no sum changes its order.
Every processor can run it; LLVM splits the vectors where its registers are shorter. Only compiled functions can call
these functions.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, register_model

LANES = 8
"""Numbers in a vector: 32-bit integers fill a register of 256 bits, floating-point numbers one of 512 or two."""

generated: Callable[[Callable[..., Any]], Any] = intrinsic
"""Marks functions that write the instructions of a call; the first argument, Numba's, is not part of the call."""


class Lanes(types.Type):
    """Numba's type of a vector of `LANES` numbers."""

    def __init__(self, number: types.Number) -> None:
        super().__init__(name=f"Lanes({number})")
        self.number = number


INTEGERS, FLOATS = Lanes(types.int32), Lanes(types.float64)
VECTORS = {
    INTEGERS: ir.VectorType(ir.IntType(32), LANES),
    FLOATS: ir.VectorType(ir.DoubleType(), LANES),
}


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    """Hold a vector as LLVM's own type."""

    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, VECTORS[lanes])  # type: ignore[no-untyped-call]


@generated
def load(_typing: Any, rows: Any, row: Any) -> Any:
    """Return a row of a C-ordered array of shape `(n, LANES)`; that there is such a row is not checked."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_address(context, builder, signature, arguments), align=rows.dtype.bitwidth // 8)

    return Lanes(rows.dtype)(rows, row), generate


@generated
def store(_typing: Any, rows: Any, row: Any, lanes: Any) -> Any:
    """Write lanes to a row of a C-ordered array of shape `(n, LANES)` of the same numbers; the row is not checked."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature, arguments)
        builder.store(arguments[2], address, align=rows.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(rows, row, lanes), generate


@generated
def zeros(_typing: Any) -> Any:
    """Return integers that are all 0."""
    return INTEGERS(), lambda *_: ir.Constant(VECTORS[INTEGERS], [0] * LANES)


@generated
def halves(_typing: Any, lanes: Any) -> Any:
    """Return the halves of even integers."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ashr(arguments[0], ir.Constant(VECTORS[INTEGERS], [1] * LANES))

    return INTEGERS(lanes), generate


@generated
def floats(_typing: Any, lanes: Any) -> Any:
    """Return integers as floating-point numbers."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.sitofp(arguments[0], VECTORS[FLOATS])

    return FLOATS(lanes), generate


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where a row starts, as a pointer to a vector."""
    rows, row = signature.args[:2]
    if rows.ndim != 2 or rows.layout != "C":
        raise TypingError(f"lanes need an array of C-ordered rows, here is {rows}")
    data = context.make_array(rows)(context, builder, arguments[0]).data
    first = builder.mul(context.cast(builder, arguments[1], row, types.intp), context.get_constant(types.intp, LANES))
    vector = VECTORS[Lanes(rows.dtype)]
    return builder.bitcast(builder.gep(data, [first]), vector.as_pointer())


def _make_operator(operation: Callable[[Any, Any], Any], on_integers: str, on_floats: str) -> None:
    """Make an operator work on two lanes of one type, number by number."""

    @generated
    def compute(_typing: Any, first: Any, second: Any) -> Any:
        instruction = on_floats if first == FLOATS else on_integers

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return getattr(builder, instruction)(*arguments)

        return first(first, second), generate

    @overload(operation, strict=False)
    def choose(first: Any, second: Any) -> Callable[[Any, Any], Any] | None:
        def number_by_number(first: Any, second: Any) -> Any:
            return compute(first, second)

        return number_by_number if isinstance(first, Lanes) and first == second else None


_make_operator(operator.add, "add", "fadd")
_make_operator(operator.sub, "sub", "fsub")
_make_operator(operator.mul, "mul", "fmul")
