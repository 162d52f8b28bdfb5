import pytest

from azeotrope.apps.composed_options import is_composed

KNOWN = {"morgan", "rdkit_2d"}


@pytest.mark.parametrize("option", ["morgan", "rdkit_2d+morgan", "run:abc", "morgan+run:a-b-f0-1"])
def test_known_options_and_runs_compose(option: str) -> None:
    assert is_composed(option, KNOWN)


@pytest.mark.parametrize("option", ["", "+", "morgan+", "morgn", "rdkit_2d+morgn", "run"])
def test_others_do_not(option: str) -> None:
    assert not is_composed(option, KNOWN)
