# ruff: noqa: INP001 - a script, not a part of the package
"""Time the kernels of RSA against the loops that they replace: ``python benchmarks/rsa.py``, under a minute.

The loops rebuild both distance matrices, or permute one, and call `scipy.stats.spearmanr`; one is what users of
rsatoolbox write. They run on one core, as written; some rounds of each are timed and scaled up. The kernels do all
rounds on all cores of the process, so that the ratio of the seconds on the clock depends on how many are free; that of
the seconds of processor time does not. Times are the best of three. Both sides compute the same rounds, and the largest
difference is printed.
"""

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.spatial.distance import pdist, squareform
from scipy.stats import spearmanr

from azeotrope.metrics.distances import cosine_distances, euclidean_distances
from azeotrope.metrics.permutation import rsa_null
from azeotrope.metrics.resampled_rsa import draw_copies, resampled_rsa
from azeotrope.metrics.split_half import split_half
from azeotrope.metrics.threads import usable_cores
from azeotrope.typing import FloatArray, IntArray

Result = TypeVar("Result")
SEED = 0
REPEATS = 3


class Seconds(NamedTuple):
    """Seconds on the clock, and of processor time on all cores together."""

    clock: float
    processor: float


class Comparison(NamedTuple):
    """Seconds of a kernel and of a loop for the same number of rounds, and the largest difference of their results."""

    task: str
    n_rounds: int
    kernel_s: Seconds
    loop_s: Seconds
    n_timed: int
    difference: float

    @property
    def ratio(self) -> float:
        """How many times faster the kernel is."""
        return self.loop_s.clock / self.kernel_s.clock

    @property
    def ratio_per_core(self) -> float:
        """How many times less processor time the kernel takes."""
        return self.loop_s.processor / self.kernel_s.processor


class Size(NamedTuple):
    """How much to compute: molecules, rounds of the kernels, and rounds of the loops that are timed and scaled."""

    n_molecules: int = 476
    n_rounds: int = 2_000
    n_looped: int = 8
    n_rated: int = 338
    n_participants: int = 49
    n_splits: int = 1_000


FULL = Size()


def main(size: Size = FULL) -> list[Comparison]:
    """Print the comparisons as a table, and return them."""
    console = Console(width=120)
    start = perf_counter()
    list(compare_all(Size(12, 17, 2, 12, 6, 2)))
    compiling = perf_counter() - start
    comparisons = list(compare_all(size))
    console.print(
        f"{size.n_molecules} molecules; {size.n_rated} rated by {size.n_participants} participants; "
        f"{usable_cores()} of {os.cpu_count()} cores. Compiling, or loading what was compiled before, and a first run: "
        f"{compiling:.1f} s."
    )
    table = Table("task", "rounds", "kernel, s", "loop, s (scaled)", "times faster", "per core", "largest difference")
    for row in comparisons:
        seconds = f"{row.kernel_s.clock:.2f}", f"{row.loop_s.clock:.1f} (from {row.n_timed})"
        ratios = f"{row.ratio:.0f}", f"{row.ratio_per_core:.0f}"
        table.add_row(row.task, f"{row.n_rounds}", *seconds, *ratios, f"{row.difference:.0e}")
    console.print(table)
    return comparisons


def compare_all(size: Size) -> Iterator[Comparison]:
    """Run every comparison on simulated molecules."""
    rng = np.random.default_rng(SEED)
    vectors = rng.normal(size=(size.n_molecules, 16))
    values = vectors[:, :1] + rng.normal(size=(size.n_molecules, 1))
    representation, property_ = cosine_distances(vectors), euclidean_distances(values)
    yield compare_bootstrap(representation, property_, size, with_self_pairs=True)
    yield compare_bootstrap(representation, property_, size, with_self_pairs=False)
    if find_spec("rsatoolbox"):
        yield compare_rsatoolbox(representation, property_, size)
    yield compare_null(representation, property_, size)
    agreed = rng.normal(size=(1, size.n_rated, 2))
    yield compare_split_half(agreed + rng.normal(size=(size.n_participants, size.n_rated, 2)), size)


def compare_bootstrap(
    representation: FloatArray, property_: FloatArray, size: Size, *, with_self_pairs: bool
) -> Comparison:
    """Compare the molecule bootstrap with rebuilding and ranking both matrices."""
    squares = squareform(representation), squareform(property_)
    first, second = np.triu_indices(size.n_molecules, 1)
    copies = draw_copies(size.n_molecules, size.n_rounds, SEED)

    def rebuild(row: IntArray) -> float:
        drawn = np.repeat(np.arange(size.n_molecules), row)
        sides = [square[np.ix_(drawn, drawn)][first, second] for square in squares]
        if not with_self_pairs:
            distinct = drawn[first] != drawn[second]
            sides = [side[distinct] for side in sides]
        return float(spearmanr(*sides).statistic)

    kernel = timed(lambda: resampled_rsa(representation, property_, copies, with_self_pairs=with_self_pairs))
    loop = timed(lambda: [rebuild(row) for row in copies[: size.n_looped]])
    return compared(f"bootstrap, {'self-pairs too' if with_self_pairs else 'distinct pairs'}", kernel, loop)


def compare_rsatoolbox(representation: FloatArray, property_: FloatArray, size: Size) -> Comparison:
    """Compare the molecule bootstrap with rsatoolbox's, which leaves out pairs of a molecule with its own copy."""
    rdm, inference = (import_module(f"rsatoolbox.{name}") for name in ("rdm", "inference"))
    first, second = (rdm.RDMs(side[None]) for side in (representation, property_))
    draws: list[IntArray] = []

    def resample() -> float:
        sample, drawn = inference.bootstrap_sample_pattern(first)
        draws.append(np.bincount(drawn, minlength=size.n_molecules))
        other = second.subsample_pattern("index", drawn)
        return float(rdm.compare(sample, other, method="spearman")[0, 0])

    loop = timed(lambda: [resample() for _ in range(size.n_looped)])
    copies = draw_copies(size.n_molecules, size.n_rounds, SEED)
    copies[: size.n_looped] = draws[-size.n_looped :]
    kernel = timed(lambda: resampled_rsa(representation, property_, copies, with_self_pairs=False))
    return compared("bootstrap, distinct pairs, rsatoolbox", kernel, loop)


def compare_null(representation: FloatArray, property_: FloatArray, size: Size) -> Comparison:
    """Compare the label permutation null with permuting and ranking a matrix."""
    square, upper = squareform(representation), np.triu_indices(size.n_molecules, 1)
    labels = np.tile(np.arange(size.n_molecules), (size.n_rounds, 1))
    labels = np.random.default_rng(SEED).permuted(labels, axis=1)
    kernel = timed(lambda: rsa_null(representation, property_, n_permutations=size.n_rounds, seed=SEED))
    loop = timed(
        lambda: [spearmanr(square[np.ix_(row, row)][upper], property_).statistic for row in labels[: size.n_looped]]
    )
    return compared("permutation null", kernel, loop)


def compare_split_half(ratings: FloatArray, size: Size) -> Comparison:
    """Compare split-half reliability with averaging, standardising and ranking in a loop."""

    def distances(chosen: FloatArray) -> FloatArray:
        means = np.nanmean(chosen, axis=0)
        return np.asarray(pdist((means - means.mean(axis=0)) / means.std(axis=0)))

    reliability, seconds = timed(lambda: split_half(ratings, (), n_splits=size.n_splits, seed=SEED))
    halves = reliability.halves[: size.n_looped]
    loop = timed(lambda: [spearmanr(distances(ratings[half]), distances(ratings[~half])).statistic for half in halves])
    return compared("split halves", (reliability.correlations, seconds), loop)


def compared(task: str, kernel: tuple[FloatArray, Seconds], loop: tuple[list[float], Seconds]) -> Comparison:
    """Scale the time of the loop to as many rounds as the kernel did, and compare the rounds that both did."""
    (found, kernel_s), (expected, loop_s) = kernel, loop
    difference = float(np.abs(found[: len(expected)] - expected).max())
    scaled = Seconds(*(seconds * len(found) / len(expected) for seconds in loop_s))
    return Comparison(task, len(found), kernel_s, scaled, len(expected), difference)


def timed(function: Callable[[], Result]) -> tuple[Result, Seconds]:
    """Return the last result and the seconds of the fastest of three runs, the one that others disturbed least."""
    runs = []
    for _ in range(REPEATS):
        clock, processor = perf_counter(), process_time()
        result = function()
        runs.append(Seconds(perf_counter() - clock, process_time() - processor))
    return result, min(runs)


if __name__ == "__main__":
    main()
