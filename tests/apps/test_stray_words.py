import pytest

from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.stray_words import refuse_sweep_without_flag
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("viscosity", "write dataset=viscosity$"),
        ("morgan", "write featurizer=morgan$"),
        ("s)", "key=value"),
        ("", "key=value"),
    ],
)
def test_a_word_that_is_no_override_is_answered_with_one(word: str, answer: str) -> None:
    with pytest.raises(ConfigError, match=answer):
        check_overrides([word, "model=ideal"], conf_folder(), "config")


def test_words_that_belong_to_flags_are_left_to_hydra() -> None:
    check_overrides(["-m", "--cfg", "job", "-cd", "folder", "model=ideal"], conf_folder(), "config")


def test_several_values_without_multirun_are_answered_with_the_command() -> None:
    arguments = ["dataset=csv", 'dataset.unit="ln(mPa s)"', "model=ideal,rdkit_xgb"]
    with pytest.raises(ConfigError) as caught:
        refuse_sweep_without_flag("/some/where/train.py", arguments)
    command = """python train.py -m dataset=csv 'dataset.unit="ln(mPa s)"' model=ideal,rdkit_xgb"""
    assert f"several values need -m: {command}" in str(caught.value)


@pytest.mark.parametrize(
    "arguments", [["-m", "model=ideal,dmpnn"], ["hydra.mode=MULTIRUN", "seed=0,1"], ["split.folds=[0,1]"], []]
)
def test_sweeps_with_multirun_and_lists_are_none_of_it(arguments: list[str]) -> None:
    refuse_sweep_without_flag("train.py", arguments)
