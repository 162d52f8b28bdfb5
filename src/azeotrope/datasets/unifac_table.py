"""The rows of a computed data set: which systems at which temperatures and compositions, in columns a reader knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import pandas as pd

from azeotrope.datasets.unifac_data import modified_unifac, smiles_of
from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.datasets.unifac_properties import Liquid, LiquidProperty
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


@dataclass(frozen=True, kw_only=True)
class SampleDesign:
    """How much of a computed data set is taken.

    Attributes
    ----------
    n_solvents
        How many of the common solvents, from the first.
    n_binaries, n_ternaries
        How many systems of two and of three of them.
    binary_step
        Each binary system takes every n-th of the nine compositions 0.1 to 0.9. Consecutive systems start at
        different ones, so that all occur; 1 takes all nine, and up to 3 leaves at least three of each system.
    min_excess
        A system is taken only if its excess part reaches this size, in the property's unit, at one of its
        compositions and temperatures; 0 takes all. Nearly ideal mixtures teach nothing about mixing.
    seed
        Seed of the choice of systems.
    """

    n_solvents: int
    n_binaries: int
    n_ternaries: int
    binary_step: int
    min_excess: float
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.binary_step <= len(COMPOSITIONS[2]):
            raise ConfigError(f"binary_step is {self.binary_step}; it must be from 1 to {len(COMPOSITIONS[2])}")


def computed_table(
    solvents: Sequence[str],
    liquid_property: LiquidProperty,
    temperatures_k: Sequence[float],
    design: SampleDesign,
) -> pd.DataFrame:
    """Return a row per system, temperature and composition; the pure solvents come first.

    Parameters
    ----------
    solvents
        CAS numbers.
    liquid_property
        What to compute; its pure values are those of `solvents`.
    temperatures_k
        Kelvin.
    design
        Which systems and compositions; `n_solvents` is not used, since `solvents` are given.

    Returns
    -------
    Columns ``smiles_1..3``, ``fraction_1..3``, ``temperature``, ``value``; NaN where a row has fewer components.

    Raises
    ------
    ConfigError
        When there are fewer such systems than asked for.
    """
    model = modified_unifac(solvents)
    blocks = [_liquid(model, (solvent,), kelvin) for solvent in range(len(solvents)) for kelvin in temperatures_k]
    for size, count in ((2, design.n_binaries), (3, design.n_ternaries)):
        candidates = homogeneous_systems(model, solvents, size, temperatures_k, design.seed)
        liquids = ([_liquid(model, system, kelvin) for kelvin in temperatures_k] for system in candidates)
        nonideal = (parts for parts in liquids if _largest_excess(liquid_property, parts) >= design.min_excess)
        for number, parts in enumerate(_first(nonideal, count)):
            blocks += [_thinned(part, number, design.binary_step) for part in parts]
    return _frame(smiles_of(solvents), liquid_property, blocks)


def _liquid(model: ModifiedUnifac, system: System, temperature_k: float) -> Liquid:
    """All compositions of a system at one temperature."""
    return Liquid(model.take(system), system, COMPOSITIONS[len(system)], temperature_k)


def _largest_excess(liquid_property: LiquidProperty, liquids: list[Liquid]) -> float:
    return max(float(np.abs(liquid_property.excess(liquid)).max()) for liquid in liquids)


def _thinned(liquid: Liquid, number: int, step: int) -> Liquid:
    """Every `step`-th composition of a binary liquid, from one that depends on its number."""
    if len(liquid.system) != 2:
        return liquid
    return replace(liquid, mole_fraction=liquid.mole_fraction[number % step :: step])


def _first(liquids: Iterator[list[Liquid]], count: int) -> list[list[Liquid]]:
    """Return the first systems, or raise if there are too few."""
    taken = list(islice(liquids, count))
    if len(taken) < count:
        raise ConfigError(
            f"{count} systems were asked for, but only {len(taken)} of their size mix in all proportions and are "
            "non-ideal enough; ask for fewer systems, more solvents or a smaller min_excess",
        )
    return taken


def _frame(smiles: Sequence[str], liquid_property: LiquidProperty, liquids: Sequence[Liquid]) -> pd.DataFrame:
    lengths = [len(liquid.mole_fraction) for liquid in liquids]
    padded = np.array([liquid.system + (-1,) * (MOST_COMPONENTS - len(liquid.system)) for liquid in liquids])
    names = np.array([*smiles, np.nan], dtype=object)[np.repeat(padded, lengths, axis=0)]
    fractions = np.concatenate([_padded(liquid.mole_fraction) for liquid in liquids])
    values = np.concatenate([liquid_property.ideal(liquid) + liquid_property.excess(liquid) for liquid in liquids])
    return pd.DataFrame(
        {
            **{f"smiles_{i + 1}": pd.Series(names[:, i], dtype="str") for i in range(MOST_COMPONENTS)},
            **{f"fraction_{i + 1}": fractions[:, i] for i in range(MOST_COMPONENTS)},
            "temperature": np.repeat([liquid.temperature_k for liquid in liquids], lengths),
            "value": np.round(values, DECIMALS),
        },
    )


def _padded(fractions: FloatArray) -> FloatArray:
    """Mole fractions with NaN for the components that are not there."""
    return np.pad(fractions, ((0, 0), (0, MOST_COMPONENTS - fractions.shape[1])), constant_values=np.nan)
