from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.ratings import RatingsInfo, RatingsTable
from azeotrope.errors import DataError

NAN = np.nan
RATINGS = np.array([[[1.0, NAN], [2.0, NAN], [3.0, 4.0]], [[3.0, NAN], [NAN, 6.0], [5.0, 8.0]]])


@pytest.fixture
def table() -> RatingsTable:
    molecules = Molecules.of(parse_molecule(smiles) for smiles in ("C", "CC", "CCC"))
    info = RatingsInfo("example", ("intensity", "pleasantness"), ("0-10 scale", "0-10 scale"))
    units = Mixtures.pure(molecules, [0, 1, 2])
    return RatingsTable(info, units, ("a", "b", "c"), RATINGS, ("1", "2"), (), pd.DataFrame())


def test_means_skip_what_was_not_rated_and_are_never_zero_for_nothing(table: RatingsTable) -> None:
    np.testing.assert_array_equal(table.means, [[2.0, NAN], [2.0, 6.0], [4.0, 6.0]])
    np.testing.assert_array_equal(table.attribute("pleasantness"), [NAN, 6.0, 6.0])
    with pytest.raises(ValueError, match="tuple"):
        table.attribute("familiarity")


def test_units_are_taken_in_the_given_order(table: RatingsTable) -> None:
    taken = table.take([2, 0])
    assert taken.unit_ids == ("c", "a")
    np.testing.assert_array_equal(taken.means, table.means[[2, 0]])
    np.testing.assert_array_equal(taken.units.component, table.units.component[[2, 0]])
    assert len(table.take([])) == 0
    assert table.take(np.array([True, False, False])).unit_ids == ("a",)


def test_the_hash_changes_with_the_content(table: RatingsTable) -> None:
    same = RatingsTable(table.info, table.units, table.unit_ids, RATINGS.copy(), ("1", "2"), (), pd.DataFrame())
    assert same.content_hash == table.content_hash
    for other in (table.take([2, 1, 0]), replace(table, ratings=RATINGS + 1)):
        assert other.content_hash != table.content_hash


@pytest.mark.parametrize("pair", [("a b", "a_b"), ("a+b", "a b"), (" a ", "a"), ("Sweet", "sweet"), ("a", "a")])
def test_trap_attributes_whose_results_would_share_a_name_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(DataError) as caught:
        RatingsInfo("example", pair, ("?", "?"))
    for part in ("example", *map(repr, pair)):
        assert part in str(caught.value)


@pytest.mark.parametrize("name", ["", " ", "%", "__"])
def test_an_attribute_without_a_letter_or_digit_is_refused(name: str) -> None:
    with pytest.raises(DataError, match="names no attribute"):
        RatingsInfo("example", (name,), ("?",))


def test_attributes_of_other_letters_or_digits_are_told_apart() -> None:
    names = ("a b", "ab", "a1", "a2", "s\xfc\xdf", "sus")
    assert RatingsInfo("example", names, ("?",) * 6).attributes == names
    assert RatingsInfo("example", (), ()).attributes == ()
