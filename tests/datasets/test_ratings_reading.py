"""Reading as a whole: identified units, participants' means, and nothing that depends on the order of rows."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.datasets.ratings_identities import IdentityRules
from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout, RawRatings
from azeotrope.datasets.ratings_reading import RatingsReading, read_ratings
from azeotrope.errors import ConfigError, DataError

RawRatingsMaker = Callable[..., RawRatings]
NAN = np.nan
RULES = IdentityRules({"1": ["C"], "2": ["CC"], "3": ["CCC"], "4": ["[Na+].[Cl-]"], "10": ["C"]}, "molecules.csv")
TEXT = "id,participant,x,y\n10,b,1,5\n2,a,2,NaN\n2,a,4,6\n2,b,3,9\n10,a,2,2"


def read(*raws: RawRatings, rules: IdentityRules = RULES, by_identity: bool = False) -> RatingsReading:
    return read_ratings(raws, rules, "example", units_by_identity=by_identity)


def test_replicates_are_averaged_within_the_participant_before_participants_are(raw_ratings: RawRatingsMaker) -> None:
    reading = read(raw_ratings(TEXT))
    table = reading.table
    assert (table.unit_ids, table.participants, reading.n_rows) == (("2", "10"), ("a", "b"), 5)
    np.testing.assert_array_equal(table.ratings, [[[3, 6], [2, 2]], [[3, 9], [1, 5]]])
    np.testing.assert_array_equal(table.means, [[3, 7.5], [1.5, 3.5]])  # y of unit 2: 6 and 9
    assert table.info.units == ("0-10 scale", "0-10 scale")
    assert table.warnings == ()


def test_many_replicates_of_one_participant_count_once(raw_ratings: RawRatingsMaker) -> None:
    text = "id,participant,x\n1,a,0\n1,a,0\n1,a,0\n1,b,8\n2,a,1\n2,b,1"
    np.testing.assert_array_equal(read(raw_ratings(text)).table.attribute("x"), [4, 1])


def test_means_only_have_one_layer_and_no_participants(raw_ratings: RawRatingsMaker) -> None:
    table = read(raw_ratings("id,x\n1,1\n2,2\n2,4")).table
    assert (table.participants, table.strata, table.ratings.shape) == ((), (), (1, 2, 1))
    np.testing.assert_array_equal(table.means, [[1], [3]])
    assert table.warnings == ()


def test_one_unit_one_participant(raw_ratings: RawRatingsMaker) -> None:
    table = read(raw_ratings("id,participant,x\n1,a,3")).table
    np.testing.assert_array_equal(table.ratings, [[[3]]])


@settings(max_examples=15)
@given(order=st.permutations(range(5)))
def test_the_order_of_rows_does_not_matter(order: list[int]) -> None:
    header, *rows = [line.split(",") for line in TEXT.splitlines()]
    layout = RatingsLayout(["id"], [RatedAttribute("x", "x"), RatedAttribute("y", "y")], "participant")
    hashes = {
        read(RawRatings("my.csv", pd.DataFrame(lines, columns=header, dtype=str), layout)).table.content_hash
        for lines in (rows, [rows[row] for row in order])
    }
    assert len(hashes) == 1


def test_sums_do_not_depend_on_the_order_of_rows_to_the_last_bit(raw_ratings: RawRatingsMaker) -> None:
    values = ["0.1", "0.2", "0.3", "0.7", "1e-9"]
    lines = [f"1,a,{value}" for value in values] + ["2,a,1"]
    forwards = read(raw_ratings("\n".join(["id,participant,x", *lines]))).table
    backwards = read(raw_ratings("\n".join(["id,participant,x", *lines[::-1]]))).table
    assert forwards.content_hash == backwards.content_hash


def test_files_are_joined_by_unit_and_participant(raw_ratings: RawRatingsMaker) -> None:
    first = raw_ratings("id,participant,x\n1,a,1\n2,b,2", file="x.csv")
    second = raw_ratings("id,participant,y\n2,b,9\n1,a,4\n1,b,6", file="y.csv")
    table = read(first, second).table
    assert table.info.attributes == ("x", "y")
    np.testing.assert_array_equal(table.ratings, [[[1, 4], [NAN, NAN]], [[NAN, 6], [2, 9]]])
    with pytest.raises(DataError, match="some files"):
        read(first, raw_ratings("id,y\n1,1"))
    other = raw_ratings("id,participant,x\n1,a,1", attributes=[RatedAttribute("x", "x", [0, 7])])
    with pytest.raises(DataError, match="0-10 scale and 0-7 scale"):
        read(first, other)


def test_a_rejected_molecule_costs_its_units_and_is_listed(raw_ratings: RawRatingsMaker) -> None:
    reading = read(raw_ratings("id_a,id_b,participant,x\n1,2,a,1\n2,3,a,2\n3,4,a,3\n5,1,b,4"))
    table = reading.table
    assert (table.unit_ids, table.participants, reading.n_rows) == (("1+2", "2+3"), ("a",), 2)
    status = table.identities.set_index("source_id")["status"]
    assert status.to_dict() == {"1": "used", "2": "used", "3": "used", "4": "rejected", "5": "rejected"}
    assert table.units.mole_fraction.tolist() == [0.5] * 4
    with pytest.raises(DataError, match="no unit is left"):
        read(raw_ratings("id,x\n4,1"))


def test_two_ids_of_one_molecule_stay_two_units_with_a_warning(raw_ratings: RawRatingsMaker) -> None:
    table = read(raw_ratings("id,x\n1,1\n10,2\n2,3")).table
    assert table.unit_ids == ("1", "2", "10")
    assert table.identities["status"].tolist() == ["conflict", "used", "conflict"]
    assert "1 and 10 are one molecule" in table.warnings[0]
    assert table.units.component[0] == table.units.component[2]


def test_by_identity_they_are_one_unit(raw_ratings: RawRatingsMaker) -> None:
    reading = read(raw_ratings("id,x\n1,1\n10,2\n2,3"), by_identity=True)
    assert (len(reading.table), reading.n_rows, reading.table.warnings) == (2, 3, ())
    assert sorted(reading.table.means.ravel()) == [1.5, 3]
    assert set(reading.table.unit_ids) == set(reading.table.units.molecules.inchi)


def test_not_every_participant_rated_every_unit(raw_ratings: RawRatingsMaker) -> None:
    text = "id,participant,x\n1,a,1\n1,b,2\n2,c,3\n2,a,NaN\n"
    assert "between 1 and 2 of 3 participants" in read(raw_ratings(text)).table.warnings[-1]
    assert "by 2 of 3 participants" in read(raw_ratings(text + "2,b,1\n")).table.warnings[-1]


@pytest.mark.parametrize(("cells", "reason"), [(("3", "3"), "'y' is 3 for all 2 units"), (("", "NaN"), "no unit has")])
def test_a_constant_or_an_empty_attribute_is_an_error(
    raw_ratings: RawRatingsMaker, cells: tuple[str, str], reason: str
) -> None:
    with pytest.raises(DataError, match=reason):
        read(raw_ratings(f"id,x,y\n1,1,{cells[0]}\n2,2,{cells[1]}"))


def test_strata_follow_the_participants_and_may_not_contradict(raw_ratings: RawRatingsMaker) -> None:
    text = "id,participant,group,x\n1,b,lab,1\n2,a,home,2\n1,a,home,4\n"
    assert read(raw_ratings(text, strata=["group"])).table.strata == ("home", "lab")
    with pytest.raises(DataError, match="participant a is in two strata, 'home' and 'lab'"):
        read(raw_ratings(text + "2,a,lab,1\n", strata=["group"]))


def test_an_exclusion_that_never_occurs_is_an_error(raw_ratings: RawRatingsMaker) -> None:
    with pytest.raises(ConfigError, match="exclude names 77"):
        read(raw_ratings("id,x\n1,1"), rules=IdentityRules({"1": ["C"]}, exclude=[77]))


def test_the_callers_frame_is_left_alone(raw_ratings: RawRatingsMaker) -> None:
    raw = raw_ratings(TEXT)
    before = raw.frame.copy()
    read(raw)
    pd.testing.assert_frame_equal(raw.frame, before)
