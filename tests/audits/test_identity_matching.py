from collections.abc import Callable

import numpy as np

from azeotrope.audits.identity_matching import COLUMNS, match_identities
from azeotrope.datasets.ratings import RatingsTable

MakeRatings = Callable[..., RatingsTable]
BOTH = ["intensity", "pleasantness"]


def statuses(first: RatingsTable, second: RatingsTable) -> dict[tuple[str, str], tuple[str, str]]:
    registry = match_identities(first, second, BOTH).registry
    return {
        (row["source_id"], row["second_source_id"]): (row["status"], row["detail"]) for _, row in registry.iterrows()
    }


def test_two_spellings_are_one_molecule_wherever_they_stand(compounds_of: MakeRatings) -> None:
    first = compounds_of(["C", "OCC", "O"], np.ones((3, 2)), unit_ids=["1", "2", "3"])
    second = compounds_of(["O", "C(O)C"], np.ones((2, 2)), unit_ids=["2", "1"])
    matches = match_identities(first, second, BOTH)
    found = [(first.unit_ids[i], second.unit_ids[j]) for i, j in zip(matches.first, matches.second, strict=True)]
    assert sorted(found) == [("2", "1"), ("3", "2")]
    inchi = [first.units.molecules.inchi[first.units.component[unit]] for unit in matches.first]
    assert inchi == sorted(inchi)
    assert statuses(first, second)["1", ""] == ("only in first", "")
    ethanol = matches.registry.set_index("source_id").loc["2"]
    assert ethanol["inchikey"] == "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"
    assert tuple(matches.registry.columns) == COLUMNS


def test_enantiomers_are_two_molecules_and_partners_are_named(compounds_of: MakeRatings) -> None:
    first = compounds_of(["C[C@H](O)F", "CCO"], np.ones((2, 2)), unit_ids=["one hand", "ethanol"])
    second = compounds_of(["C[C@@H](O)F", "CCO", "C"], np.ones((3, 2)), unit_ids=["other hand", "alcohol", "methane"])
    assert statuses(first, second) == {
        ("one hand", ""): ("differs in stereo only", "the second has other hand (C[C@@H](O)F)"),
        ("", "other hand"): ("differs in stereo only", "the first has one hand (C[C@H](O)F)"),
        ("ethanol", "alcohol"): ("matched", ""),
        ("", "methane"): ("only in second", ""),
    }


def test_double_bonds_and_unknown_stereo_are_told_apart_too(compounds_of: MakeRatings) -> None:
    first = compounds_of(["C/C=C/C", "CC(O)F"], np.ones((2, 2)))
    second = compounds_of(["C/C=C\\C", "C[C@H](O)F"], np.ones((2, 2)))
    matches = match_identities(first, second, BOTH)
    assert len(matches.first) == 0
    assert set(matches.registry["status"]) == {"differs in stereo only"}


def test_two_units_of_a_molecule_are_a_conflict_and_not_merged(compounds_of: MakeRatings) -> None:
    first = compounds_of(["CCO", "OCC", "C"], np.ones((3, 2)), unit_ids=["a", "b", "c"])
    second = compounds_of(["CCO", "C", "C"], np.ones((3, 2)), unit_ids=["d", "e", "f"])
    assert statuses(first, second) == {
        ("a;b", "d"): ("conflict", "2 units in the first"),
        ("c", "e;f"): ("conflict", "2 units in the second"),
    }
    assert len(match_identities(first, second, BOTH).first) == 0


def test_a_molecule_without_a_mean_is_not_matched(compounds_of: MakeRatings) -> None:
    first = compounds_of(["C", "O", "N"], [[1, np.nan], [1, 1], [np.nan, 1]], unit_ids=["c", "o", "n"])
    second = compounds_of(["C", "O", "N"], [[1, 1], [1, 1], [1, np.nan]], unit_ids=["C", "O", "N"])
    assert statuses(first, second) == {
        ("c", "C"): ("incomplete", "no mean on some shared attribute in the first"),
        ("o", "O"): ("matched", ""),
        ("n", "N"): ("incomplete", "no mean on some shared attribute in the first and the second"),
    }
    assert len(match_identities(first, second, ["intensity"]).first) == 2


def test_empty_tables_share_nothing(compounds_of: MakeRatings) -> None:
    some, none = compounds_of(["C"], np.ones((1, 2))), compounds_of([], np.ones((0, 2)))
    assert statuses(none, none) == {}
    assert statuses(some, none) == {("invented 0", ""): ("only in first", "")}
    assert tuple(match_identities(none, none, BOTH).registry.columns) == COLUMNS
