from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from azeotrope.audits.compounds import (
    complete,
    inchis_of,
    mark_excluded,
    named,
    require_pure,
    require_varying,
    with_attributes,
)
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError

MakeRatings = Callable[..., RatingsTable]


def test_a_mixture_is_refused_by_name(ratings_of: MakeRatings) -> None:
    table = ratings_of([[("A", 1.0)], [("A", 0.5), ("B", 0.5)]], [1.0, 2.0])
    with pytest.raises(ConfigError, match=r"invented has 1 mixtures among its 2 units, the first is '001 A\+B'"):
        require_pure(table)
    require_pure(table.take([0]))
    require_pure(table.take([]))


def test_units_with_every_mean_are_sorted_by_identity_and_then_by_name(compounds_of: MakeRatings) -> None:
    means = [[1, 1], [2, np.nan], [3, 3], [4, 4]]
    table = compounds_of(["CCO", "O", "C", "OCC"], means, unit_ids=["b", "x", "c", "a"])
    chosen = complete(table)
    assert chosen.unit_ids == ("a", "b", "c")
    assert inchis_of(chosen) == sorted(inchis_of(chosen))
    np.testing.assert_array_equal(chosen.means, [[4, 4], [1, 1], [3, 3]])
    assert len(complete(table.take([1]))) == 0


def test_attributes_are_taken_by_name(compounds_of: MakeRatings) -> None:
    table = compounds_of(["C", "O"], [[1, 2], [3, 4]])
    swapped = with_attributes(table, ["pleasantness", "intensity"])
    np.testing.assert_array_equal(swapped.means, [[2, 1], [4, 3]])
    assert swapped.info.attributes == ("pleasantness", "intensity")
    one = with_attributes(table, ["pleasantness"])
    assert one.info.units == ("0-100 scale",)
    assert table.info.attributes == ("intensity", "pleasantness")


def test_a_constant_attribute_is_refused_by_name() -> None:
    means = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    with pytest.raises(DataError, match="familiarity of keller is the same for all 3 units"):
        require_varying(("intensity", "familiarity"), means, "keller")
    require_varying(("intensity", "familiarity"), means + np.arange(3)[:, None], "keller")
    require_varying(("intensity", "familiarity"), means[:2], "too few units for any geometry")


def test_only_the_first_units_are_named(compounds_of: MakeRatings) -> None:
    table = compounds_of(["C" * n for n in range(1, 13)], np.zeros((12, 2)))
    assert named(table, [1]) == "invented 1 (CC)"
    assert named(table, range(12)).endswith("invented 9 (CCCCCCCCCC) and 2 more")


def test_only_used_molecules_become_excluded() -> None:
    registry = pd.DataFrame({"inchi": ["a", "b", "c"], "status": ["used", "rejected", "used"], "detail": ["", "x", ""]})
    marked = mark_excluded(registry, ["a", "b"], "no mean")
    assert marked["status"].tolist() == ["excluded", "rejected", "used"]
    assert marked["detail"].tolist() == ["no mean", "x", ""]
    assert registry["status"].tolist() == ["used", "rejected", "used"]
