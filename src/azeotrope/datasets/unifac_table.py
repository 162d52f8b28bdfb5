"""The layout of a computed data set: which compositions at which temperatures, as columns a reader knows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
import pandas as pd

from azeotrope.datasets.unifac_data import modified_unifac, smiles_of
from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.datasets.unifac_systems import System, homogeneous_systems, simplex_grid
from azeotrope.errors import ConfigError
from azeotrope.typing import FloatArray

# Mole fractions of a system by its number of components: pure; 0.1 to 0.9; each component rich in turn, and equimolar.
COMPOSITIONS = {
    1: np.ones((1, 1)),
    2: simplex_grid(2, 10),
    3: np.array([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6], [1 / 3, 1 / 3, 1 / 3]]),
}
MOST_COMPONENTS = max(COMPOSITIONS)
# Far below any model's error and far above rounding differences, so that the data have one hash on every machine.
DECIMALS = 6

# Values of one system, shape (n,): its model, the numbers of its solvents, mole fractions (n, k), kelvin.
SystemValues = Callable[[ModifiedUnifac, System, FloatArray, float], FloatArray]


def computed_table(
    solvents: Sequence[str],
    n_systems: Mapping[int, int],
    temperatures_k: Sequence[float],
    seed: int,
    values: SystemValues,
) -> pd.DataFrame:
    """Return a row per system, temperature and composition; the pure solvents come first.

    Parameters
    ----------
    solvents
        CAS numbers.
    n_systems
        How many systems to sample, by number of components (2 or 3).
    temperatures_k
        Kelvin.
    seed
        Seed of the sample.
    values
        What to compute of each system.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``temperature``, ``value``; NaN where a row has fewer components.

    Raises
    ------
    ConfigError
        When there are fewer homogeneous systems than asked for.
    """
    model = modified_unifac(solvents)
    systems: list[System] = [(solvent,) for solvent in range(len(solvents))]
    for size, count in n_systems.items():
        systems += _first(homogeneous_systems(model, solvents, size, temperatures_k, seed), count)
    blocks = [(system, kelvin, COMPOSITIONS[len(system)]) for system in systems for kelvin in temperatures_k]
    computed = [values(model.take(system), system, fractions, kelvin) for system, kelvin, fractions in blocks]
    lengths = [len(fractions) for _, _, fractions in blocks]
    solvent = np.array([system + (-1,) * (MOST_COMPONENTS - len(system)) for system, _, _ in blocks])
    smiles = np.array([*smiles_of(solvents), np.nan], dtype=object)[np.repeat(solvent, lengths, axis=0)]
    fraction = np.concatenate([_padded(fractions) for _, _, fractions in blocks])
    return pd.DataFrame(
        {
            **{f"smiles_{i + 1}": pd.Series(smiles[:, i], dtype="str") for i in range(MOST_COMPONENTS)},
            **{f"fraction_{i + 1}": fraction[:, i] for i in range(MOST_COMPONENTS)},
            "temperature": np.repeat([kelvin for _, kelvin, _ in blocks], lengths),
            "value": np.round(np.concatenate(computed), DECIMALS),
        },
    )


def _first(systems: Iterator[System], count: int) -> list[System]:
    """The first systems, all of them or an error."""
    taken = list(islice(systems, count))
    if len(taken) < count:
        raise ConfigError(
            f"{count} systems were asked for, but only {len(taken)} of their size mix in all proportions; "
            "ask for fewer systems or for more solvents",
        )
    return taken


def _padded(fractions: FloatArray) -> FloatArray:
    """Mole fractions with NaN for the components that are not there."""
    return np.pad(fractions, ((0, 0), (0, MOST_COMPONENTS - fractions.shape[1])), constant_values=np.nan)
