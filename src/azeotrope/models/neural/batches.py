"""Batches of mixtures as tensors, in which each distinct molecule occurs once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
import torch
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.featurizers.protocol import MoleculeStore
from azeotrope.featurizers.ragged import distinct
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray, IntArray

PAIRS_PER_ROW = 4  # those of a binary: each of its two entries with both
STRETCH_PAIRS = 1024 * PAIRS_PER_ROW


@dataclass(frozen=True, eq=False)
class MixtureBatch:
    """`n` mixtures with `k` entries over `u` distinct molecules.

    Attributes
    ----------
    molecules
        Network input of the distinct molecules, what `MoleculeStore.batch` returned.
    component
        Position of each entry's molecule among the distinct ones, shape `(k,)`.
    row
        Mixture of each entry, shape `(k,)`, ascending.
    mole_fraction
        Shape `(k,)`.
    temperature_k
        Kelvin, shape `(n,)`; NaN where there is none.
    columns
        Columns of the temperature law, shape `(n, c)`.
    solute
        Position of each mixture's solute among the distinct molecules, shape `(n,)`, or None.
    measured_pure
        Standardised measured pure value of each entry, shape `(k,)`; NaN where the model is to use its own.
    target
        Standardised target, shape `(n,)`; NaN when predicting.
    """

    molecules: Any
    component: Tensor
    row: Tensor
    mole_fraction: Tensor
    temperature_k: Tensor
    columns: Tensor
    solute: Tensor | None
    measured_pure: Tensor
    target: Tensor

    def __len__(self) -> int:
        return len(self.temperature_k)

    def each_entry_alone(self) -> "MixtureBatch":
        """Return one pure compound per entry, in the context of its mixture."""
        return replace(
            self,
            row=torch.arange(len(self.row), device=self.row.device),
            mole_fraction=torch.ones_like(self.mole_fraction),
            temperature_k=self.temperature_k[self.row],
            columns=self.columns[self.row],
            solute=None if self.solute is None else self.solute[self.row],
            target=self.target[self.row],
        )

    def to(self, device: torch.device) -> "MixtureBatch":
        """Return the batch on a device; itself, if it is there."""
        if self.row.device == device:
            return self
        moved: dict[str, Any] = {name: value.to(device) for name, value in vars(self).items() if value is not None}
        return replace(self, **moved)


@dataclass(frozen=True, eq=False)
class BatchSource:
    """Mixtures prepared once, from which batches of any rows are taken.

    Attributes
    ----------
    mixtures
        The rows.
    store
        Network inputs of `mixtures.molecules`.
    law, scale
        Temperature law, and the training temperatures' mean and deviation.
    target
        Standardised targets, shape `(n,)`; NaN when predicting.
    dtype
        Floating-point type of the batches.
    measured_pure
        Standardised measured pure value of each entry, shape `(k,)`, NaN where there is none; None for none at all.
    """

    mixtures: Mixtures
    store: MoleculeStore
    law: TemperatureLaw
    scale: Standardization
    target: FloatArray
    dtype: torch.dtype
    measured_pure: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.mixtures)

    def batch(self, rows: IntArray) -> MixtureBatch:
        """Return the given rows, in their order, with each distinct molecule once."""
        mixtures, entries = self.mixtures, self.mixtures.entries_of(rows)
        solute = mixtures.component[:0] if mixtures.solute is None else mixtures.solute[rows]
        used, place = distinct(np.concatenate([mixtures.component[entries], solute]), len(mixtures.molecules))
        places = torch.from_numpy(place)
        of_rows = self._of_rows.index_select(0, torch.from_numpy(rows))
        of_entries = self._of_entries.index_select(0, torch.from_numpy(entries))
        return MixtureBatch(
            self.store.batch(torch.from_numpy(used)).to(self.dtype),
            places[: len(entries)],
            torch.from_numpy(np.repeat(np.arange(len(rows)), mixtures.n_components[rows])),
            mole_fraction=of_entries[:, 0],
            temperature_k=of_rows[:, 0],
            columns=of_rows[:, 2:],
            solute=None if mixtures.solute is None else places[len(entries) :],
            measured_pure=of_entries[:, 1],
            target=of_rows[:, 1],
        )

    @cached_property
    def _of_rows(self) -> Tensor:
        """Temperature, target and columns of the temperature law, shape `(n, 2 + c)`."""
        temperature_k = self.mixtures.temperature_k
        if temperature_k is None:
            temperature_k = np.full(len(self), np.nan)
        columns = self.law.columns(temperature_k, self.scale)
        return torch.from_numpy(np.column_stack([temperature_k, self.target, columns])).to(self.dtype)

    @cached_property
    def _of_entries(self) -> Tensor:
        """Mole fraction and measured pure value, shape `(k, 2)`."""
        fraction = self.mixtures.mole_fraction
        pure = np.full(len(fraction), np.nan) if self.measured_pure is None else self.measured_pure
        return torch.from_numpy(np.column_stack([fraction, pure])).to(self.dtype)


@dataclass(eq=False)
class ShuffledBatches:
    """The batches of one epoch, in stretches; their order depends on seed and epoch alone.

    Batches differ in size by one row at most. A stretch holds as many consecutive ones as have about `STRETCH_PAIRS`
    pairs of entries within one mixture, which are 1,024 binary rows, and at least one: what happens between stretches
    (hooks, a wish to end) then costs little beside the training, and is never far away. Stretches are drawn once, also
    by two processes of which the second continues where the first was interrupted.

    Attributes
    ----------
    source, batch_size, seed, epoch
        Rows, largest number of them in a batch, and what their order depends on.
    n_drawn
        Number of stretches that were drawn; the length counts them too.
    """

    source: BatchSource
    batch_size: int
    seed: int
    epoch: int
    n_drawn: int = 0

    def __len__(self) -> int:
        return ceil(self._n_batches / self._per_stretch)

    def __iter__(self) -> Iterator[list[MixtureBatch]]:
        order = np.random.default_rng([self.seed, self.epoch]).permutation(len(self.source))
        batches = np.array_split(order, self._n_batches)
        for start in range(self.n_drawn * self._per_stretch, self._n_batches, self._per_stretch):
            self.n_drawn += 1
            yield [self.source.batch(rows) for rows in batches[start : start + self._per_stretch]]

    def state_dict(self) -> dict[str, int]:
        """Return what `load_state_dict` restores; Lightning asks for it when it saves."""
        return {"n_drawn": self.n_drawn}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Continue after the stretches that were drawn."""
        self.n_drawn = state_dict["n_drawn"]

    @property
    def _n_batches(self) -> int:
        return ceil(len(self.source) / self.batch_size)

    @property
    def _per_stretch(self) -> int:
        pairs_per_row = float(np.square(self.source.mixtures.n_components).mean())
        return max(1, int(STRETCH_PAIRS / (self.batch_size * pairs_per_row)))


@dataclass(frozen=True, eq=False)
class OrderedBatches:
    """All rows in their order, in chunks of bounded size.

    A chunk has at most `batch_size` rows and at most `PAIRS_PER_ROW * batch_size` pairs of entries within one mixture,
    which bounds the memory that interactions take, but always at least one row.
    """

    source: BatchSource
    batch_size: int

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[MixtureBatch]:
        for start, stop in pairwise(self._bounds):
            yield self.source.batch(np.arange(start, stop))

    @cached_property
    def _bounds(self) -> list[int]:
        """First row of each chunk, then the number of rows."""
        pairs_before = np.concatenate([[0], np.cumsum(self.source.mixtures.n_components**2)])
        bounds = [0]
        while bounds[-1] < len(self.source):
            start = bounds[-1]
            allowed = pairs_before[start] + PAIRS_PER_ROW * self.batch_size
            stop = int(np.searchsorted(pairs_before, allowed, side="right")) - 1
            bounds.append(min(max(stop, start + 1), start + self.batch_size))
        return bounds
