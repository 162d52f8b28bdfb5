import pandas as pd
import pytest

from azeotrope.datasets.ratings_identities import Identities, IdentityRules, identify, structures_of
from azeotrope.errors import ConfigError

STRUCTURES = {
    "2": ["CCO"],
    "10": ["OCC"],
    "3": ["[Na+].[Cl-]"],
    "4": ["CC("],
    "5": ["C[N+](C)(C)C.[Cl-]"],
    "6": ["C[C@H](O)F"],
    "7": ["CC(O)F"],
    "8": ["C(C)O", "CO"],
    "9": ["O", "[OH2]"],
}
NOTHING = pd.DataFrame({"source_id": [], "detail": []}, dtype=object)


def found(*, exclude: tuple[object, ...] = (), allow_salts: bool = False) -> Identities:
    rules = IdentityRules(STRUCTURES, "molecules.csv", exclude, allow_salts)
    return identify([*STRUCTURES, "99"], rules)


def test_every_id_is_a_molecule_or_has_its_reason() -> None:
    identities = found()
    assert set(identities.molecules) == {"2", "10", "6", "7", "9"}
    reasons = {source: reason for source, (_, reason) in identities.refused.items()}
    assert "fragments" in reasons["3"]
    assert "cannot read" in reasons["4"]
    assert "fragments" in reasons["5"]
    assert "different molecules: C(C)O, CO" in reasons["8"]
    assert reasons["99"] == "molecules.csv gives it no SMILES"
    assert {status for status, _ in identities.refused.values()} == {"rejected"}


def test_salts_may_be_allowed_but_never_metals() -> None:
    assert set(found(allow_salts=True).molecules) == {"2", "10", "5", "6", "7", "9"}


def test_ids_are_excluded_as_numbers_or_texts_and_must_occur() -> None:
    identities = found(exclude=(2, "3"))
    assert identities.refused["2"][0] == identities.refused["3"][0] == "excluded"
    with pytest.raises(ConfigError, match="exclude names 12, 100,"):
        found(exclude=(100, 2, 12))


def test_two_ids_of_one_molecule_are_a_conflict_and_stereo_isomers_are_not() -> None:
    registry, warnings = found().registry(["2", "10", "6", "7"], NOTHING, merged=False)
    status = registry.set_index("source_id")["status"]
    assert list(registry["source_id"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "99"]
    assert (status["2"], status["10"], status["6"], status["7"]) == ("conflict", "conflict", "used", "used")
    assert (status["9"], status["4"]) == ("excluded", "rejected")
    assert warnings == ("2 and 10 are one molecule (LFQSCWFLJHTTHZ-UHFFFAOYSA-N); they stay separate units",)
    assert registry.set_index("source_id").loc["2", "detail"] == "the same molecule as 10"
    assert registry.set_index("source_id").loc["10", "smiles"] == "OCC"


def test_ids_that_are_merged_by_intention_are_no_conflict() -> None:
    registry, warnings = found().registry(["2", "10"], NOTHING, merged=True)
    assert registry.set_index("source_id")["status"]["2"] == "used"
    assert warnings == ()


def test_what_has_no_component_is_listed() -> None:
    unidentified = pd.DataFrame({"source_id": ["s1"], "detail": ["it has no CID"]})
    registry, _ = found().registry(["2"], unidentified, merged=False)
    assert registry.iloc[-1].tolist() == ["s1", "", "", "", "excluded", "it has no CID"]


def test_an_id_may_itself_be_a_smiles() -> None:
    identities = identify(["CCO", "OCC"], IdentityRules())
    assert identities.molecules["CCO"] == identities.molecules["OCC"]
    assert identities.smiles["OCC"] == "OCC"


def test_structures_are_collected_by_id_never_by_position() -> None:
    frame = pd.DataFrame({"CID": ["7.0", "7", "8", "9"], "SMILES": ["C", "C", "NaN", "CC"]}, dtype=str)
    assert structures_of(frame, "CID", "SMILES") == {"7": ["C"], "9": ["CC"]}
    assert structures_of(frame.iloc[::-1], "CID", "SMILES") == {"9": ["CC"], "7": ["C"]}
