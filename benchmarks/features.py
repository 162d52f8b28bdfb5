# ruff: noqa: INP001 - a script, not a part of the package
"""Fixed features of molecules, computed and from the cache, against a loop over the molecules."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from comparison import COLUMNS, comparison
from descriptastorus.descriptors.rdNormalizedDescriptors import RDKit2DNormalized
from molecules import molecules
from rdkit.Chem import MolFromSmiles
from rdkit.Chem.rdFingerprintGenerator import GetMorganGenerator
from rsa import timed
from stage import Row, Stage

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Size:
    """Number of distinct molecules."""

    n_molecules: int


FULL = Size(1_000)
QUICK = Size(20)


def measure(size: Size, _logs: Path) -> list[Row]:
    """Return two rows per featurizer, computed and cached."""
    chosen = Molecules.of(parse_molecule(smiles) for smiles in molecules(size.n_molecules))
    return [row for entry in KINDS for row in _compare(*entry, chosen, size)]


def _compare(
    name: str, featurizer: FixedFeaturizer, other: str, loop: Callable[[str], Any], chosen: Molecules, size: Size
) -> list[Row]:
    """Features of all molecules, computed and then from the cache, and a loop over them."""
    with TemporaryDirectory() as folder:
        featurizer.features(["C"])  # tables and lists that are read once
        caches = iter([Path(folder) / f"{number}" for number in range(3)])
        computed, cold = timed(lambda: featurize(featurizer, chosen, next(caches)))
        cached, warm = timed(lambda: featurize(featurizer, chosen, Path(folder) / "0"))
    rows, looped = timed(lambda: [loop(smiles) for smiles in chosen.smiles])
    differences = [float(np.nanmax(np.abs(features - np.array(rows)))) for features in (computed, cached)]
    return [
        comparison(f"{name}, {size.n_molecules:,} molecules, {state}", seconds.clock, other, looped.clock, difference)
        for state, seconds, difference in zip(("computed", "cached"), (cold, warm), differences, strict=True)
    ]


def _morgan(smiles: str, generator: Any) -> FloatArray:
    bits: FloatArray = generator.GetFingerprintAsNumPy(MolFromSmiles(smiles)).astype(np.float64)
    return bits


def _normalized(smiles: str, generator: Any) -> list[float]:
    values: list[float] = generator.process(smiles)[1:]  # the first says whether it worked
    return values


KINDS: tuple[tuple[str, FixedFeaturizer, str, Callable[[str], Any]], ...] = (
    (
        "morgan",
        MorganFingerprint(),
        "RDKit",
        partial(_morgan, generator=GetMorganGenerator(radius=2, fpSize=2048, includeChirality=True)),
    ),
    ("rdkit", NormalizedDescriptors(), "descriptastorus", partial(_normalized, generator=RDKit2DNormalized())),
)

STAGE = Stage(
    name="features",
    title="Fixed features",
    explanation="""\
Features of distinct molecules: ours computed and written to the cache, or read from it, as every later fold, job and
process does; instead a loop that computes them each time. Seconds are the best of three.""",
    columns=COLUMNS,
    measure=measure,
    full=FULL,
    quick=QUICK,
)
