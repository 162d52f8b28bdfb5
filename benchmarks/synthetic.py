# ruff: noqa: INP001 - a script, not a part of the package
"""Made-up tables of any size in the column convention of users' own files; a seed gives the same file everywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from molecules import molecules

from azeotrope.typing import IntArray

TEMPERATURES_K = (283.15, 298.15, 313.15, 328.15)
PARTS = 1_000  # fractions are whole thousandths, so that they sum to 1 exactly
SHARE_PURE = 0.1


@dataclass(frozen=True)
class Table:
    """Size of a table.

    Attributes
    ----------
    n_rows
        Rows, a tenth of them pure; every molecule occurs if there are at least twice as many mixtures.
    n_solvents
        Molecules that are components.
    n_solutes
        Molecules that are solutes; 0 makes a table without solutes.
    n_components
        Components of each mixture, from 2 to `n_solvents`.
    seed
        Of everything random.
    """

    n_rows: int
    n_solvents: int = 32
    n_solutes: int = 0
    n_components: int = 2
    seed: int = 0

    def write(self, path: Path) -> Path:
        """Write the CSV and return its path."""
        self.frame().to_csv(path, index=False)
        return path

    def frame(self) -> pd.DataFrame:
        """Return the table: ``smiles_1, fraction_1, ..., temperature`` in kelvin, ``solute`` if any, ``value``."""
        rng = np.random.default_rng(self.seed)
        smiles = np.array([*molecules(self.n_solvents + self.n_solutes), ""], dtype=object)
        component, parts = self._compositions(rng)
        temperature = rng.choice(TEMPERATURES_K, self.n_rows)
        columns: dict[str, object] = {}
        for number in range(self.n_components):
            is_there = parts[:, number] > 0
            columns[f"smiles_{number + 1}"] = smiles[np.where(is_there, component[:, number], -1)]
            columns[f"fraction_{number + 1}"] = np.where(is_there, _thousandths(parts[:, number]), "")
        columns["temperature"] = temperature
        value = (parts * np.sin(1.0 + component)).sum(axis=1) / PARTS + 300.0 / temperature
        value += (parts[:, 0] / PARTS) * (1.0 - parts[:, 0] / PARTS)
        if self.n_solutes:
            solute = rng.integers(self.n_solvents, self.n_solvents + self.n_solutes, self.n_rows)
            columns["solute"] = smiles[solute]
            value += np.cos(solute)
        return pd.DataFrame(columns | {"value": np.round(value + rng.normal(0.0, 0.02, self.n_rows), 6)})

    def _compositions(self, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Return distinct components of each row and their thousandths, both of shape `(rows, components)`."""
        first = np.arange(self.n_rows) % self.n_solvents
        others = np.argsort(rng.random((self.n_rows, self.n_solvents - 1)), axis=1)[:, : self.n_components - 1]
        component = np.column_stack([first, (first[:, None] + 1 + others) % self.n_solvents])
        shares = rng.dirichlet(np.ones(self.n_components), self.n_rows)
        parts = 1 + rng.multinomial(PARTS - self.n_components, shares)
        parts[rng.random(self.n_rows) < SHARE_PURE] = [PARTS] + [0] * (self.n_components - 1)
        return component, parts


def _thousandths(parts: IntArray) -> Sequence[str]:
    """Fractions as text, such as ``0.125``."""
    return [f"{part / PARTS:.3f}" for part in parts]
