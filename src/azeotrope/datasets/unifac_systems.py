"""Which mixtures the computed data sets hold: sampled by hash, defined by the model, and of one liquid phase."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.typing import FloatArray

# Steps of the composition grids on which a liquid must be stable, by number of components.
STABILITY_STEPS = {2: 100, 3: 20}

System = tuple[int, ...]


def homogeneous_systems(
    model: ModifiedUnifac,
    names: Sequence[str],
    n_components: int,
    temperatures_k: Sequence[float],
    seed: int,
) -> Iterator[System]:
    """Yield the model's homogeneous systems of some size, shuffled, in the same order on every machine.

    The order is that of a hash of the seed and the system's names, so it depends neither on a random generator's
    version nor on the order of the components.

    Parameters
    ----------
    model
        The `m` components to choose from.
    names
        A name of each component, such as its CAS number.
    n_components
        Components of each system, 2 or 3.
    temperatures_k
        Temperatures at which each system must be homogeneous, see `is_homogeneous`.
    seed
        Any integer.

    Yields
    ------
    Ascending component indices.
    """

    def shuffled(system: System) -> str:
        return hashlib.sha256("|".join([str(seed), *sorted(names[i] for i in system)]).encode()).hexdigest()

    for system in sorted(combinations(range(len(names)), n_components), key=shuffled):
        if is_homogeneous(model.take(system), temperatures_k):
            yield system


def is_homogeneous(model: ModifiedUnifac, temperatures_k: Sequence[float]) -> bool:
    """Whether two or three components mix in all proportions according to the model.

    True when all interactions are published and, at each temperature, the Gibbs energy of mixing of the system and of
    each of its pairs is convex on a grid over all compositions: then none of them demixes.
    """
    n_components = len(model.counts)
    parts = [
        model.take(part) for size in range(2, n_components + 1) for part in combinations(range(n_components), size)
    ]
    return model.is_defined and all(_is_convex(part, kelvin) for part in parts for kelvin in temperatures_k)


def _is_convex(model: ModifiedUnifac, temperature_k: float) -> bool:
    n_components = len(model.counts)
    grid = simplex_grid(n_components, STABILITY_STEPS[n_components])
    return bool((model.smallest_curvature(grid, temperature_k) > 0).all())


def simplex_grid(n_components: int, steps: int) -> FloatArray:
    """Return the compositions whose fractions are positive multiples of 1/steps, shape `(n, n_components)`.

    There are `steps - 1` binary and `(steps - 1)(steps - 2)/2` ternary ones, in lexicographic order.
    """
    points = list(combinations(range(1, steps), n_components - 1))
    cuts = np.array(points, dtype=np.int64).reshape(len(points), n_components - 1)
    return np.diff(cuts, axis=1, prepend=0, append=steps) / steps
