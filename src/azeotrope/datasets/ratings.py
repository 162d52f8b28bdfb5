"""One table for every audit: what participants, or a measuring instrument, said about units of molecules."""

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class RatingsInfo:
    """What a ratings table is about.

    Attributes
    ----------
    dataset
        Name of the data set.
    attributes
        Names of the `a` attributes, such as ``intensity``.
    units
        Unit of each attribute, such as ``0-100 scale`` or ``degC``, length `a`.
    origin
        ``measured`` or ``computed``.
    study
        Whose ratings these are; two tables of one study cannot replicate each other. Empty where unknown.

    Raises
    ------
    DataError
        When an attribute has neither a letter nor a digit in its name, or two have names with the same letters and
        digits but for capitals and what stands between them, so that their results would share a name.
    """

    dataset: str
    attributes: tuple[str, ...]
    units: tuple[str, ...]
    origin: str = "measured"
    study: str = ""

    def __post_init__(self) -> None:
        known: dict[str, str] = {}
        for name in self.attributes:
            key = re.sub(r"[\W_]+", "_", name).strip("_").lower()
            if not key:
                raise DataError(f"{self.dataset}: {name!r} names no attribute; give it a name of letters or digits")
            if key in known:
                raise DataError(
                    f"{self.dataset}: the attributes {known[key]!r} and {name!r} have the same letters and digits, so "
                    "that their results would share a name; rename one of them"
                )
            known[key] = name


@dataclass(frozen=True, eq=False)
class RatingsTable:
    """Ratings of `u` units, pure compounds or mixtures, on `a` attributes by `p` participants.

    Attributes
    ----------
    info
        What the attributes are.
    units
        The rated compounds or mixtures, one row each; component order and fractions as curated.
    unit_ids
        What the source calls each unit, such as ``126`` or ``179+31249 rep 1``; length `u`, all different.
    ratings
        Mean of each participant over dilutions and replicates, shape `(p, u, a)`, in the attribute's unit; NaN where
        the participant did not rate. Where the source has means only, `p` is 1 and `participants` is empty.
    participants
        Name of each participant, length `p`, or empty.
    strata
        Stratum of each participant, length `p`, or empty; halves of participants are drawn within strata.
    identities
        Registry of every molecule of the source: columns ``source_id``, ``smiles`` (as given), ``inchi``,
        ``inchikey``, ``status`` (``used``, ``excluded``, ``rejected`` or ``conflict``) and ``detail``.
    warnings
        Sentences for the user, such as values outside the scale or conflicting identities.
    """

    info: RatingsInfo
    units: Mixtures
    unit_ids: tuple[str, ...]
    ratings: FloatArray
    participants: tuple[str, ...]
    strata: tuple[str, ...]
    identities: pd.DataFrame
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.unit_ids)

    @cached_property
    def means(self) -> FloatArray:
        """Mean of the participants who rated, shape `(u, a)`; NaN where nobody did."""
        return mean_ratings(self.ratings)

    def take(self, units: ArrayLike) -> "RatingsTable":
        """Return the given units, in the given order, with the same participants."""
        chosen = np.arange(len(self))[np.asarray(units) if np.size(units) else []]
        return replace(
            self,
            units=self.units.take(chosen),
            unit_ids=tuple(self.unit_ids[unit] for unit in chosen),
            ratings=self.ratings[:, chosen],
        )

    def attribute(self, name: str) -> FloatArray:
        """Return the means of one attribute, shape `(u,)`.

        Raises
        ------
        ValueError
            When there is no such attribute.
        """
        return self.means[:, self.info.attributes.index(name)]

    @cached_property
    def content_hash(self) -> str:
        """Hash of molecules, compositions, participants, strata, attributes and ratings."""
        parts = (self.units.offsets, self.units.component, self.units.mole_fraction, self.ratings)
        names = (self.units.molecules.inchi, self.unit_ids, self.participants, self.strata, self.info.attributes)
        digest = hashlib.sha256("\n".join("\t".join(each) for each in names).encode())
        for part in parts:
            digest.update(np.ascontiguousarray(part).astype(part.dtype.newbyteorder("<")).tobytes())
        return digest.hexdigest()


def mean_ratings(ratings: FloatArray) -> FloatArray:
    """Return the mean over the participants who rated, shape `(u, a)`; NaN where nobody did.

    Ratings are added up in the order of the participants, so units that they rated equally have bit-equal means.

    Parameters
    ----------
    ratings
        Shape `(p, u, a)`; a value that is not finite is a missing rating.
    """
    given = np.isfinite(ratings)
    count = given.sum(axis=0)
    total = np.where(given, ratings, 0.0).sum(axis=0)
    means: FloatArray = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
    return means
