"""Units of a ratings table: which compounds or mixtures the names in the files are, in one fixed order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

import pandas as pd

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.ratings_cells import natural_order
from azeotrope.datasets.ratings_identities import Identities
from azeotrope.datasets.ratings_rows import RatingRows
from azeotrope.errors import DataError


@dataclass(frozen=True, eq=False)
class Units:
    """The units of a table, `u` of them.

    Attributes
    ----------
    names
        Name of each unit, length `u`, in natural order.
    components
        Source ids of the components of each unit, length `u`; a repeated id has a larger share.
    index
        Unit of each name in the files; names with a component that is no molecule are absent.
    """

    names: list[str]
    components: list[tuple[str, ...]]
    index: dict[str, int]

    def mixtures(self, identities: Identities) -> Mixtures:
        """Return the units as mixtures of equal shares, sorted by molecule, each molecule once."""
        molecules = Molecules.of(identities.molecules[source] for ids in self.components for source in ids)
        rows = []
        for ids in self.components:
            shares = Counter(molecules.index[identities.molecules[source].inchi] for source in ids)
            rows.append([(molecule, shares[molecule] / len(ids)) for molecule in sorted(shares)])
        return Mixtures.from_rows(molecules, rows)


def components_by_name(parts: Sequence[RatingRows]) -> dict[str, tuple[str, ...]]:
    """Return the source ids of each unit that the files name, in the order of the columns.

    Raises
    ------
    DataError
        When different components give one name, since their ids hold what separates them.
    """
    found: dict[str, tuple[str, ...]] = {}
    for part in parts:
        keys = pd.DataFrame(part.components).assign(unit=part.unit)
        for row in (~keys.duplicated()).to_numpy().nonzero()[0]:
            unit, ids = part.unit[row], tuple(text for text in part.components[row] if text)
            if found.setdefault(unit, ids) != ids:
                raise DataError(f"{part.file}: {ids} and {found[unit]} both are named {unit!r}; rename the ids")
    return found


def find_units(components: Mapping[str, tuple[str, ...]], identities: Identities, *, by_identity: bool) -> Units:
    """Return the units all of whose components are molecules; see `read_ratings` for `by_identity`."""
    accepted = {name: ids for name, ids in components.items() if all(source in identities.molecules for source in ids)}
    own = {name: _identity_name(ids, identities) if by_identity else name for name, ids in accepted.items()}
    names = natural_order(own.values())
    position = {name: index for index, name in enumerate(names)}
    first = {own[name]: accepted[name] for name in reversed(natural_order(accepted))}
    return Units(names, [first[name] for name in names], {name: position[own[name]] for name in accepted})


def _identity_name(ids: Sequence[str], identities: Identities) -> str:
    """Name a composition by its InChIs; A is A + A, and A + B is B + A."""
    shares = Counter(identities.molecules[source].inchi for source in ids)
    divisor = gcd(*shares.values())
    return " + ".join(inchi for inchi in sorted(shares) for _ in range(shares[inchi] // divisor))
