"""Ratings as their configuration describes them: a made-up cohort in bierling's columns, and the published files."""

import os
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from azeotrope import places
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.datasets.ratings_loading import FileRatings
from azeotrope.datasets.ratings_reading import RatingsReading
from azeotrope.datasets.ratings_summary import RatingsSummary, summarise_ratings
from azeotrope.errors import ConfigError, DataError

CONF = Path(__file__).resolve().parents[2] / "conf" / "dataset"
COHORT = """inclusion;study;sampling_group;code;odor_set;molcode;intensity ;pleasantness;familiar
1;main;home;p1;1;eth;10;20;30
1;main;home;p1;1;wat;20;10;
1;main;lab;p2;2;eth;30;40;50
1;main;lab;p2;2;wat;5;7;9
1;main;pat;p3;10;eth;99;99;99
0;main;home;p4;1;eth;99;99;99
1;retest;retest;p1;1;eth;99;99;99
"""
ODORS = "molcode;SMILES;odor_set\neth;CCO;1\neth;OCC;2\nwat;O;1\nunrated;CC(C)O;1\n"


def recipe(name: str, **changes: object) -> FileRatings:
    found = instantiate(OmegaConf.merge(OmegaConf.load(CONF / f"{name}.yaml"), changes), _convert_="all")
    assert isinstance(found, FileRatings)
    return found


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    folder = tmp_path / "mirror" / "bierling"
    folder.mkdir(parents=True)
    (folder / "data.csv").write_text(COHORT, encoding="utf-8-sig", newline="\r\n")
    (folder / "odors.csv").write_text(ODORS)
    return folder.parent


def test_a_cohort_is_yaml_alone(tmp_path: Path, mirror: Path) -> None:
    chosen = recipe("bierling")
    reading = chosen.read(tmp_path / "cache", mirror)
    table = reading.table
    assert (table.participants, table.unit_ids, reading.n_rows) == (("p1", "p2"), ("eth", "wat"), 4)
    assert table.strata == ("main | 1 | home | 1", "main | 2 | lab | 1")
    np.testing.assert_array_equal(table.means, [[20, 30, 40], [12.5, 8.5, 9]])
    assert table.identities["status"].tolist() == ["used", "used"]
    assert chosen.unverified
    assert "unverified" in table.warnings[-1]
    assert chosen.attribute_units["familiarity"] == "0-100 scale"


def test_another_count_than_the_expected_is_a_warning(tmp_path: Path, mirror: Path) -> None:
    table = recipe("bierling", expected={"units": 73, "participants": 2}).load(tmp_path / "cache", mirror)
    assert [warning for warning in table.warnings if "expected" in warning] == ["2 units, where 73 are expected"]


def test_a_cohort_value_that_the_file_does_not_have_is_named(tmp_path: Path, mirror: Path) -> None:
    file = mirror / "bierling" / "data.csv"
    file.write_text(file.read_text().replace("main", "Main"))
    with pytest.raises(DataError, match=r"data\.csv: no row has 'main' in column 'study'; it has 'Main', 'retest'"):
        recipe("bierling").load(tmp_path / "cache", mirror)


def test_a_recipe_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="the name of a data set is ' '"):
        FileRatings(name=" ", tables=[], registry=None)  # type: ignore[arg-type]


@cache
def reading(name: str) -> RatingsReading:
    return recipe(name).read(places.cache_folder(), Path(os.environ["AZEOTROPE_MIRROR"]))


def table(name: str) -> RatingsTable:
    return reading(name).table


def summary(name: str) -> RatingsSummary:
    return summarise_ratings(reading(name))


@pytest.mark.data
@pytest.mark.parametrize("name", ["keller", "dream", "keller_2012", "ma"])
def test_the_published_files_have_the_expected_counts(name: str) -> None:
    assert recipe(name).expected
    assert not recipe(name).unverified
    assert not [warning for warning in table(name).warnings if "expected" in warning]


@pytest.mark.data
def test_keller_has_the_476_molecules_that_the_paper_audits() -> None:
    found = table("keller")
    assert (len(found), found.info.attributes) == (476, ("intensity", "pleasantness", "familiarity"))
    assert (found.participants, found.ratings.shape) == ((), (1, 476, 3))
    assert np.isfinite(found.means).all()
    assert ((found.means >= 0) & (found.means <= 100)).all()
    unused = found.identities[found.identities["status"] != "used"]
    assert set(unused["source_id"]) == {"2537", "6202", "24203", "106441"}
    assert set(unused["status"]) == {"excluded"}
    first = found.unit_ids.index("126")
    np.testing.assert_allclose(found.means[first], [4075 / 89, 50.30337078651686, 3499 / 89])


@pytest.mark.data
def test_without_the_exclusions_two_more_molecules_are_left_and_two_salts_are_not() -> None:
    chosen = recipe("keller", registry={"exclude": []})
    found = chosen.load(places.cache_folder(), Path(os.environ["AZEOTROPE_MIRROR"]))
    assert len(found) == 478
    assert found.identities[found.identities["status"] == "rejected"]["source_id"].tolist() == ["6202", "24203"]
    assert "478 units, where 476 are expected" in found.warnings


@pytest.mark.data
def test_dream_has_338_molecules_by_49_participants() -> None:
    found = table("dream")
    assert found.ratings.shape == (49, 338, 2)
    assert summary("dream") == RatingsSummary(35_084, 338, 49, 338, 0, 49, 49)
    assert np.isfinite(found.attribute("intensity")).all()
    # participant 1 on molecule 126, by hand: 7 at the low and 37 at the high dilution; 62 and 60 pleasantness
    participant, unit = found.participants.index("1"), found.unit_ids.index("126")
    np.testing.assert_array_equal(found.ratings[participant, unit], [22.0, 61.0])
    assert 0 < np.isnan(found.ratings[:, :, 1]).sum() < 9_104
    assert not np.isnan(found.ratings[:, :, 0]).any()


@pytest.mark.data
def test_keller_2012_has_52_molecules_of_56_numbers_by_391_participants() -> None:
    found = table("keller_2012")
    assert found.ratings.shape == (391, 52, 2)
    assert Counter(found.strata) == {"Female": 210, "Male": 181}
    counts = found.identities["status"].value_counts()
    assert counts.to_dict() == {"used": 52, "excluded": 23, "rejected": 2}
    rejected = found.identities[found.identities["status"] == "rejected"]
    assert rejected["source_id"].tolist() == ["6850845", "135442941"]  # anise and orange: not what their CIDs are
    assert found.identities["detail"].str.contains("paraffin oil").any()


@pytest.mark.data
def test_ma_has_222_units_of_198_pairs_by_panels_of_30() -> None:
    found = table("ma")
    assert summary("ma") == RatingsSummary(6_660, 222, 60, 72, 198, 30, 30)
    assert (found.units.n_components == 2).all()
    assert (found.units.mole_fraction == 0.5).all()
    assert len(set(found.unit_ids)) == 222
    outside = [warning for warning in found.warnings if "outside" in warning]
    assert len(outside) == 2
    assert "'IAmix' has 160 of 6,660 values outside 0 to 10, the first in row 9 " in outside[0]
    assert "'IBmix' has 167 of 6,660" in outside[1]
    assert "each unit was rated by 30 of 60 participants" in found.warnings[-1]
