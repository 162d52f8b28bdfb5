"""Small ratings tables of invented molecules, and blocks whose features are given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.typing import ArrayLike

from azeotrope.audits.claim import Subject
from azeotrope.audits.representation import Block, Representation
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules, StereoPolicy
from azeotrope.datasets.ratings import RatingsInfo, RatingsTable
from azeotrope.typing import FloatArray

Row = Sequence[tuple[str, float]]
MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]


@dataclass(frozen=True, eq=False)
class GivenBlock(Block):
    """The features of each molecule, by InChI."""

    name: str
    rows: Mapping[str, FloatArray]
    is_scaled: bool = True

    @property
    def identity(self) -> str:
        return self.name

    def features(self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool) -> FloatArray:
        return np.array([self.rows[inchi] for inchi in molecules.inchi])

    def vectors(self, features: FloatArray) -> FloatArray:
        return features


@pytest.fixture(scope="session")
def ratings_of() -> MakeRatings:
    """Table of means on one attribute or several, from the composition of each unit."""

    def make(
        rows: Sequence[Row],
        means: ArrayLike,
        attributes: Sequence[str] = ("intensity",),
        *,
        stereo: StereoPolicy = "keep",
    ) -> RatingsTable:
        names = sorted({name for row in rows for name, _ in row})
        molecules = Molecules(tuple(names), tuple(names), np.ones(len(names)), stereo)
        units = Mixtures.from_rows(molecules, [[(molecules.index[name], x) for name, x in row] for row in rows])
        ratings = np.asarray(means, dtype=np.float64).reshape(1, len(rows), len(attributes))
        info = RatingsInfo("invented", tuple(attributes), ("0-100 scale",) * len(attributes))
        unit_ids = tuple(f"{row:03} " + "+".join(name for name, _ in each) for row, each in enumerate(rows))
        identities = pd.DataFrame({"inchi": names, "status": "used"})
        return RatingsTable(info, units, unit_ids, ratings, (), (), identities)

    return make


@pytest.fixture(scope="session")
def subject_of() -> MakeSubject:
    """Subject with a representation and a baseline of one given block each, rows in the order of the molecules."""

    def make(
        table: RatingsTable,
        representation: FloatArray,
        baseline: FloatArray,
        *,
        representation_is_scaled: bool = True,
        baseline_is_scaled: bool = True,
    ) -> Subject:
        inchi = table.units.molecules.inchi
        blocks = [
            GivenBlock(name, dict(zip(inchi, rows, strict=True)), is_scaled)
            for name, rows, is_scaled in (
                ("added", representation, representation_is_scaled),
                ("base", baseline, baseline_is_scaled),
            )
        ]
        added, base = (Representation({block.name: block}) for block in blocks)
        return Subject(table, added, base)

    return make


@pytest.fixture(scope="session")
def compounds_of() -> MakeRatings:
    """Table of real molecules: ratings of shape `(p, u, a)`, or means of shape `(u, a)` without participants."""

    def make(
        smiles: Sequence[str],
        ratings: ArrayLike,
        attributes: Sequence[str] = ("intensity", "pleasantness"),
        *,
        dataset: str = "invented",
        unit_ids: Sequence[str] = (),
    ) -> RatingsTable:
        parsed = [parse_molecule(text) for text in smiles]
        molecules = Molecules.of(parsed)
        inchi = [molecule.inchi for molecule in parsed]
        values = np.asarray(ratings, dtype=np.float64)
        participants = tuple(f"participant {number}" for number in range(len(values))) if values.ndim == 3 else ()
        return RatingsTable(
            RatingsInfo(dataset, tuple(attributes), ("0-100 scale",) * len(attributes)),
            Mixtures.pure(molecules, [molecules.index[each] for each in inchi]),
            tuple(unit_ids) or tuple(f"{dataset} {number}" for number in range(len(inchi))),
            values.reshape(max(1, len(participants)), len(inchi), len(attributes)),
            participants,
            (),
            pd.DataFrame({"inchi": inchi, "status": "used", "detail": ""}),
        )

    return make
