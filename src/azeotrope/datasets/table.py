"""One table for everything: a row is one value of one property of one mixture."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class MixtureTable:
    """Curated measurements of one property.

    Attributes
    ----------
    mixtures
        Composition and context of the `n` rows.
    value
        Target in the data set's unit, shape `(n,)`; the mean where replicates were averaged.
    source_offsets, source_file, source_row
        Ragged provenance: row `r` averages the raw rows `source_offsets[r]:source_offsets[r + 1]`, each a 0-based
        data row `source_row` of the file `source_files[source_file]`.
    source_files
        Names of the raw files.
    """

    mixtures: Mixtures
    value: FloatArray
    source_offsets: IntArray
    source_file: IntArray
    source_row: IntArray
    source_files: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.value)

    @cached_property
    def replicates(self) -> IntArray:
        """Number of raw rows behind each row, shape `(n,)`."""
        return np.diff(self.source_offsets)

    def take(self, rows: ArrayLike) -> "MixtureTable":
        """Return the given rows in the given order, with their provenance."""
        chosen = np.arange(len(self))[np.asarray(rows) if np.size(rows) else []]
        counts = self.replicates[chosen]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        entries = np.repeat(self.source_offsets[chosen] - offsets[:-1], counts) + np.arange(offsets[-1])
        return replace(
            self,
            mixtures=self.mixtures.take(chosen),
            value=self.value[chosen],
            source_offsets=offsets,
            source_file=self.source_file[entries],
            source_row=self.source_row[entries],
        )

    def row_ids(self) -> list[str]:
        """Return one id per row that names its raw rows, such as ``mix.csv:12+13``."""
        raw = zip(self.source_file.tolist(), self.source_row.tolist(), strict=True)
        names = [f"{self.source_files[file]}:{row}" for file, row in raw]
        return ["+".join(names[start:stop]) for start, stop in pairwise(self.source_offsets.tolist())]

    @cached_property
    def content_hash(self) -> str:
        """Hash of molecules, grouping, compositions, context and values; provenance is not part of it."""
        digest = hashlib.sha256("\n".join((*self.mixtures.molecules.inchi, self.mixtures.molecules.stereo)).encode())
        parts = (
            self.mixtures.offsets,
            self.mixtures.component,
            self.mixtures.mole_fraction,
            self.mixtures.temperature_k,
            self.mixtures.solute,
            self.value,
        )
        for part in parts:
            digest.update(
                b"absent" if part is None else np.ascontiguousarray(part).astype(part.dtype.newbyteorder("<")).tobytes()
            )
        return digest.hexdigest()
