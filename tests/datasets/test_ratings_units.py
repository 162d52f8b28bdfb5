from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.ratings_identities import IdentityRules, identify
from azeotrope.datasets.ratings_layout import RawRatings
from azeotrope.datasets.ratings_rows import read_rating_rows
from azeotrope.datasets.ratings_units import components_by_name, find_units
from azeotrope.errors import DataError

IDENTITIES = identify(["C", "CCO", "OCC", "Xx"], IdentityRules())


def test_by_source_ids_units_stay_apart_and_one_without_a_molecule_is_left_out() -> None:
    components = {"u10": ("CCO",), "u9": ("OCC",), "u1": ("C", "Xx")}
    units = find_units(components, IDENTITIES, by_identity=False)
    assert units.names == ["u9", "u10"]
    assert units.index == {"u9": 0, "u10": 1}
    assert units.mixtures(IDENTITIES).component.tolist() == [0, 0]


def test_by_identity_order_and_spelling_do_not_matter_and_shares_do() -> None:
    components = {
        "1": ("CCO", "C"),
        "2": ("C", "OCC"),
        "3": ("C", "C", "CCO"),
        "4": ("CCO", "OCC"),
        "5": ("CCO",),
    }
    units = find_units(components, IDENTITIES, by_identity=True)
    assert len(units.names) == 3
    assert units.index["1"] == units.index["2"] != units.index["3"]
    assert units.index["4"] == units.index["5"]
    mixtures = units.mixtures(IDENTITIES)
    unit = units.index["3"]
    shares = mixtures.mole_fraction[mixtures.offsets[unit] : mixtures.offsets[unit + 1]]
    np.testing.assert_allclose(sorted(shares), [1 / 3, 2 / 3])
    assert mixtures.is_pure[units.index["4"]]


def test_one_name_for_different_components_is_refused(raw_ratings: Callable[..., RawRatings]) -> None:
    parts = [read_rating_rows(raw_ratings("id_a,id_b,x\na+b,c,1\na,b+c,2"))]
    with pytest.raises(DataError, match=r"'a\+b\+c'"):
        components_by_name(parts)
