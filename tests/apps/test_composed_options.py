import pytest

from azeotrope.apps.composed_options import check_composed
from azeotrope.errors import ConfigError

KNOWN = {"morgan", "rdkit_2d"}


@pytest.mark.parametrize("option", ["morgan", "rdkit_2d+morgan", "run:abc", "morgan+run:a-b-f0-1", "run:/tmp/a/b"])
def test_known_options_and_runs_compose(option: str) -> None:
    assert check_composed(option, KNOWN) is None


@pytest.mark.parametrize(
    ("option", "unknown"), [("", ""), ("morgan+", ""), ("morgn", "morgn"), ("rdkit_2d+morgn", "morgn"), ("run", "run")]
)
def test_the_unknown_part_is_named(option: str, unknown: str) -> None:
    assert check_composed(option, KNOWN) == unknown


@pytest.mark.parametrize("option", ["morgan+morgan", "run:a+run:a", "+"])
def test_nothing_is_named_twice(option: str) -> None:
    with pytest.raises(ConfigError, match="twice"):
        check_composed(option, KNOWN)


def test_a_run_needs_a_name() -> None:
    with pytest.raises(ConfigError, match="names no run"):
        check_composed("morgan+run:", KNOWN)
