"""The files in conf/split say what the classes take, with the same defaults."""

from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from azeotrope.splits.split import SplitFamily

FOLDER = Path(__file__).parents[2] / "conf" / "split"
FILES = sorted(FOLDER.glob("*.yaml"))
FOR_THE_APP = {"name", "folds", "fold", "_target_"}


def test_there_is_one_file_for_each_family() -> None:
    families = ["file", "mixture", "mixture_temperature", "molecule", "pure_to_mixture", "random"]
    assert [path.stem for path in FILES] == families


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_options_and_defaults_are_those_of_the_class(path: Path) -> None:
    config = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert config["name"] == path.stem
    assert (config["folds"], config["fold"]) == ([0, 1, 2, 3, 4], None)
    module, name = config["_target_"].rsplit(".", 1)
    family = getattr(import_module(module), name)
    assert issubclass(family, SplitFamily)
    defaults = {each.name: "???" if each.default is MISSING else each.default for each in fields(family)}
    assert {key: value for key, value in config.items() if key not in FOR_THE_APP} == defaults
    family(**{key: "folds.csv" if value == "???" else value for key, value in defaults.items()})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_first_line_says_what_is_tested(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# Tests ")
