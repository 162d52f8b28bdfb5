import pandas as pd
import pytest

from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout
from azeotrope.datasets.ratings_sources import Join, MoleculeRegistry, RatingsSource
from azeotrope.datasets.sources import Source
from azeotrope.errors import DataError

FILES = {
    "ratings.csv": pd.DataFrame({"stimulus": ["s2", "s1", "s9"], "x": ["1", "2", "3"]}, dtype=str),
    "stimuli.csv": pd.DataFrame({"name": ["s1", "s2"], "cid": ["10.0", "20"]}, dtype=str),
    "twice.csv": pd.DataFrame({"name": ["s1", "s1"], "cid": ["1", "2"]}, dtype=str),
}


def source(file: str) -> Source:
    return Source("example", file, None, None, "MIT", "nobody")


def open_file(found: Source, delimiter: str) -> pd.DataFrame:
    return FILES[found.file]


def joined(file: str, source_key: str = "name") -> pd.DataFrame:
    layout = RatingsLayout(["cid"], [RatedAttribute("x", "x")])
    join = Join(source(file), "stimulus", source_key, {"cid": "cid"})
    return RatingsSource(source("ratings.csv"), layout, [join]).read(open_file).frame


def test_columns_of_another_file_are_found_by_key_never_by_position() -> None:
    assert joined("stimuli.csv")["cid"].tolist() == ["20", "10.0", ""]
    assert "cid" not in FILES["ratings.csv"]


def test_a_key_that_occurs_twice_or_does_not_exist_is_an_error() -> None:
    with pytest.raises(DataError, match=r"twice\.csv has 's1' twice in column 'name'"):
        joined("twice.csv")
    with pytest.raises(DataError, match=r"stimuli\.csv has no column 'nam'; did you mean 'name'"):
        joined("stimuli.csv", source_key="nam")


def test_the_registry_gives_the_rules_of_identity() -> None:
    rules = MoleculeRegistry(source("stimuli.csv"), "cid", "name", exclude=[10], allow_salts=True).rules(open_file)
    assert rules.structures == {"10": ["s1"], "20": ["s2"]}
    assert (rules.origin, list(rules.exclude), rules.allow_salts) == ("stimuli.csv", [10], True)
