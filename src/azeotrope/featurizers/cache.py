"""The one cache of fixed features: a small file per molecule and featurizer, shared by folds, jobs and processes."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import numpy as np
from tqdm import tqdm

from azeotrope.chemistry.interrupts import rearm_interrupts
from azeotrope.chemistry.molecules import Molecules
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray

logger = logging.getLogger(__name__)

CHECKSUM_BYTES = 32
MOLECULES_AT_ONCE = 64


@dataclass(frozen=True)
class FeatureCache:
    """Feature rows of one featurizer on disk.

    An entry is the SHA-256 of its SMILES and values, followed by the values as little-endian float64. It is written
    to a temporary file and renamed, so parallel writers never show each other half an entry, and one that is damaged
    anyway counts as missing.

    Attributes
    ----------
    folder
        Folder of this featurizer's entries.
    width
        Number of features.
    """

    folder: Path
    width: int

    @classmethod
    def of(cls, featurizer: FixedFeaturizer, cache_folder: Path) -> "FeatureCache":
        """Return the cache of a featurizer; one that differs in version or option has another folder."""
        digest = hashlib.sha256("\n".join((featurizer.identity, *featurizer.names)).encode()).hexdigest()[:16]
        readable = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in featurizer.identity)
        return cls(cache_folder / "features" / f"{readable[:80]}-{digest}", len(featurizer.names))

    def get_many(self, smiles: Sequence[str]) -> list[FloatArray | None]:
        """Return the row of each molecule, shape `(d,)`, or None where there is no sound entry."""
        return [self._get(text) for text in smiles]

    def put_many(self, smiles: Sequence[str], rows: FloatArray) -> None:
        """Write the rows of shape `(m, d)`.

        Raises
        ------
        OSError
            When the folder cannot be written, for example because the disk is full.
        """
        for text, row in zip(smiles, rows, strict=True):
            path = self._path(text)
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(f".{uuid4().hex}.tmp")
            values = row.astype("<f8").tobytes()
            try:
                temporary.write_bytes(_checksum(text, values) + values)
                temporary.replace(path)
            except OSError:
                temporary.unlink(missing_ok=True)
                raise

    def _get(self, smiles: str) -> FloatArray | None:
        try:
            content = self._path(smiles).read_bytes()
        except OSError:
            return None
        checksum, values = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
        if len(values) != 8 * self.width or checksum != _checksum(smiles, values):
            return None
        return np.frombuffer(values, dtype="<f8").astype(np.float64)

    def _path(self, smiles: str) -> Path:
        name = hashlib.sha256(smiles.encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:40]}.bin"


def featurize(
    featurizer: FixedFeaturizer, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool = False
) -> FloatArray:
    """Return the features of every molecule, computing only those that are not cached.

    Parameters
    ----------
    featurizer
        What to compute.
    molecules
        The `m` molecules; the SMILES is what the featurizer sees and what the cache knows a molecule by.
    cache_folder
        Folder of the cache; None computes everything. When it cannot be written, the features are still
        returned and one warning is logged.
    show_progress
        Draw a progress bar while computing.

    Returns
    -------
    Shape `(m, d)`, exactly one row per molecule; NaN where a feature is not defined.
    """
    parts = [_featurize(part, molecules, cache_folder, show_progress=show_progress) for part in featurizer.parts]
    return np.column_stack(parts)


def _featurize(
    featurizer: FixedFeaturizer, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool
) -> FloatArray:
    """Return the features of a featurizer that has entries of its own."""
    cache = None if cache_folder is None else FeatureCache.of(featurizer, cache_folder)
    known = cache.get_many(molecules.smiles) if cache else [None] * len(molecules)
    rows = np.full((len(molecules), len(featurizer.names)), np.nan)
    for index, row in enumerate(known):
        if row is not None:
            rows[index] = row
    missing = [index for index, row in enumerate(known) if row is None]
    with tqdm(total=len(missing), desc="featurizing", unit="molecule", disable=not show_progress or not missing) as bar:
        for start in range(0, len(missing), MOLECULES_AT_ONCE):
            chosen = missing[start : start + MOLECULES_AT_ONCE]
            smiles = [molecules.smiles[index] for index in chosen]
            rows[chosen] = featurizer.features(smiles)
            rearm_interrupts()
            cache = _keep(cache, smiles, rows[chosen])
            bar.update(len(chosen))
    return rows


def _keep(cache: FeatureCache | None, smiles: Sequence[str], rows: FloatArray) -> FeatureCache | None:
    """Write to the cache, and give it up after the first failure, which is logged."""
    if cache is None:
        return None
    try:
        cache.put_many(smiles, rows)
    except OSError as error:
        logger.warning("features are not cached, since %s cannot be written: %s", cache.folder, error)
        return None
    return cache


def _checksum(smiles: str, values: bytes) -> bytes:
    return hashlib.sha256(smiles.encode() + b"\0" + values).digest()
