# ruff: noqa: INP001 - a script, not a part of the package
"""How close training comes to its arithmetic: the matrix products of a fit, alone and with all that surrounds them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import torch
from composing import binary_rows, experiment
from stage import Row, Stage
from torch.utils._python_dispatch import TorchDispatchMode

from azeotrope.models.protocol import FitContext

PRODUCTS = (torch.ops.aten.mm.default, torch.ops.aten.addmm.default)
Product = tuple[int, int, int]


@dataclass(frozen=True)
class Size:
    """Batch sizes, rows of the one epoch that is trained for each, and how often it is timed."""

    batch_sizes: tuple[int, ...]
    n_rows: int
    n_repeats: int


FULL = Size((8, 64, 256, 1024), 8_192, 3)
QUICK = Size((64,), 128, 1)


class Recorder(TorchDispatchMode):
    """Notes the shape of every matrix product, forward and backward: m x k times k x n."""

    def __init__(self) -> None:
        super().__init__()
        self.products: list[Product] = []

    def __torch_dispatch__(
        self, func: Callable[..., Any], types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Note, and do it."""
        if func in PRODUCTS:
            left, right = args[-2:]
            self.products.append((left.shape[0], left.shape[1], right.shape[1]))
        return func(*args, **(kwargs or {}))


def measure(size: Size, _: Path) -> list[Row]:
    """Return one row per batch size; everything runs on one thread."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return [_row(size, batch_size) for batch_size in size.batch_sizes]
    finally:
        torch.set_num_threads(threads)


def _row(size: Size, batch_size: int) -> Row:
    options = {"batch_size": batch_size, "epochs": 1, "min_steps": 0, "warmup_epochs": 0}
    overrides = [f"trainer.{name}={value}" for name, value in options.items()]
    viscosity = experiment("model=dmpnn", "dataset=viscosity", "split=mixture", *overrides)
    split = binary_rows(viscosity, at_most=None)
    split = replace(split, train=split.train[: size.n_rows], validation=split.validation[:0])

    def fit() -> None:
        viscosity.new_model().fit(viscosity.dataset, split.train, split.validation, FitContext())

    with Recorder() as recorder:
        fit()
    flop = sum(2 * m * k * n for m, k, n in recorder.products)
    alone_s, whole_s = (median(_seconds(task) for _ in range(size.n_repeats)) for task in (_replay(recorder), fit))
    return {
        "batch_size": batch_size,
        "mflop_per_row": flop / len(split.train) / 1e6,
        "gflop_per_s": flop / alone_s / 1e9,
        "limit_rows_per_s": len(split.train) / alone_s,
        "rows_per_s": len(split.train) / whole_s,
        "share_percent": 100 * alone_s / whole_s,
    }


def _replay(recorder: Recorder) -> Callable[[], None]:
    """Return a function that computes products of the same shapes, in the same order, and nothing else."""
    sides = {(m, k, n): (torch.randn(m, k), torch.randn(k, n)) for m, k, n in set(recorder.products)}

    def multiply() -> None:
        for product in recorder.products:
            torch.mm(*sides[product])

    return multiply


def _seconds(task: Callable[[], None]) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


STAGE = Stage(
    name="limit",
    title="Arithmetic limit",
    explanation=f"""\
One epoch of `dmpnn` on {FULL.n_rows:,} binary rows of viscosity, on one thread: the matrix products that it computes,
forward and backward, recorded and computed again alone, against the whole fit, from SMILES to weights. The products
are those that are left after equal surroundings are computed once.""",
    columns={
        "batch_size": "batch",
        "mflop_per_row": "MFLOP per row",
        "gflop_per_s": "GFLOP/s of the products alone",
        "limit_rows_per_s": "limit, rows/s",
        "rows_per_s": "rows/s",
        "share_percent": "share of the limit, %",
    },
    measure=measure,
    full=FULL,
    quick=QUICK,
)
