"""The molecules and attributes that two data sets share, in one order."""

from dataclasses import dataclass

import numpy as np

from azeotrope.audits.claim import Subject
from azeotrope.audits.compounds import require_pure, require_varying, with_attributes
from azeotrope.audits.identity_matching import Matches, match_identities
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError


@dataclass(frozen=True, eq=False)
class SharedMolecules:
    """What two tables share.

    Attributes
    ----------
    first, second
        Both tables cut down to the shared molecules, sorted by identity, and the shared attributes.
    matches
        What matched and what did not.
    """

    first: RatingsTable
    second: RatingsTable
    matches: Matches

    @property
    def names(self) -> tuple[str, str]:
        """What findings call the two tables, which may be of one data set."""
        return f"first {self.first.info.dataset}", f"second {self.second.info.dataset}"

    @property
    def holds_one_set_of_ratings(self) -> bool:
        """Whether the means of all shared molecules are equal but for rounding, as those of a table and its copy."""
        means = self.first.means, self.second.means
        return len(self.first) > 0 and np.allclose(*means, rtol=1e-12, atol=0.0, equal_nan=True)

    def notes(self) -> tuple[str, ...]:
        """Return why the agreement may be none, which attributes are shared, and how many molecules have which status.

        Tables of one study, and tables of the same ratings, are no replication of each other.
        """
        counts = self.matches.registry["status"].value_counts().sort_index()
        study = self.first.info.study
        one_study = f"both tables are of one study ({study}), so their agreement is no replication"
        same_ratings = "both tables hold the same ratings, so their agreement is no replication"
        return (
            *([one_study] if study and study == self.second.info.study else []),
            *([same_ratings] if self.holds_one_set_of_ratings else []),
            f"shared attributes: {', '.join(self.first.info.attributes)}",
            f"molecules of either data set: {'; '.join(f'{status} {count}' for status, count in counts.items())}",
        )


def shared_molecules(subject: Subject) -> SharedMolecules:
    """Match the two tables of a subject.

    Raises
    ------
    ConfigError
        When there is no second table, one has mixtures, or no attribute is shared.
    DataError
        When a shared attribute does not vary over the shared molecules.
    """
    first, second = subject.table, subject.second
    if second is None:
        raise ConfigError("this claim compares two data sets; choose the second such as second=dream")
    for table in (first, second):
        require_pure(table)
    attributes = [name for name in first.info.attributes if name in second.info.attributes]
    if not attributes:
        raise ConfigError(
            f"{first.info.dataset} ({', '.join(first.info.attributes)}) and {second.info.dataset} "
            f"({', '.join(second.info.attributes)}) share no attribute; attributes are joined by name"
        )
    matches = match_identities(first, second, attributes)
    shared = SharedMolecules(
        with_attributes(first.take(matches.first), attributes),
        with_attributes(second.take(matches.second), attributes),
        matches,
    )
    for table, name in zip((shared.first, shared.second), shared.names, strict=True):
        require_varying(attributes, table.means, name)
    return shared
