"""The families on the published data sets: which of them a data set supports, and that every promise holds."""

import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from azeotrope import places
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.file import FileSplit
from azeotrope.splits.leakage import check_promise, leakage_report
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.mixture_temperature import MixtureTemperatureSplit
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.parts import PARTS
from azeotrope.splits.pure_to_mixture import PureToMixtureSplit
from azeotrope.splits.random import RandomSplit
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import SplitFamily

pytestmark = pytest.mark.data

CONF = Path(__file__).resolve().parents[2] / "conf" / "dataset"
MOLECULE_FAMILIES = [MoleculeSplit(), MoleculeSplit(validation="molecules"), PureToMixtureSplit()]


@cache
def table(name: str) -> MixtureTable:
    recipe = instantiate(OmegaConf.load(CONF / f"{name}.yaml"), _convert_="all")
    loaded = recipe.load(places.cache_folder(), Path(os.environ["AZEOTROPE_MIRROR"])).table
    assert isinstance(loaded, MixtureTable)
    return loaded


@pytest.mark.parametrize("name", ["dcn", "mon"])
@pytest.mark.parametrize("family", MOLECULE_FAMILIES)
@pytest.mark.parametrize("fold", [0, 4])
def test_too_few_mixtures_for_a_molecule_split(name: str, family: SplitFamily, fold: int) -> None:
    with pytest.raises(SplitError, match=r"folds 0 to 4 have (\d, ){4}\d component sets"):
        family.split(table(name), fold)


@pytest.mark.parametrize("name", ["flash_point", "viscosity"])
@pytest.mark.parametrize("family", [RandomSplit(), MixtureSplit(), *MOLECULE_FAMILIES])
def test_every_fold_keeps_its_promise(name: str, family: SplitFamily) -> None:
    for fold in range(5):
        split = family.split(table(name), fold)
        check_promise(table(name), split)
        test = leakage_report(table(name), split).parts["test"]
        assert test.component_sets >= 5
        assert test.rows >= 20


@pytest.mark.parametrize("name", ["flash_point", "dcn", "mon"])
def test_without_temperature_there_is_no_temperature_split(name: str) -> None:
    with pytest.raises(SplitError, match="no temperature"):
        MixtureTemperatureSplit().split(table(name), 0)


def test_viscosity_is_split_by_temperature() -> None:
    kelvin = table("viscosity").mixtures.temperature_k
    assert kelvin is not None
    for fold in range(5):
        low = MixtureTemperatureSplit(direction="low_to_high").split(table("viscosity"), fold)
        high = MixtureTemperatureSplit(direction="high_to_low").split(table("viscosity"), fold)
        assert kelvin[np.r_[low.train, low.validation]].max() < kelvin[low.test].min()
        assert kelvin[np.r_[high.train, high.validation]].min() > kelvin[high.test].max()


def test_viscosity_folds_of_molecules_are_balanced() -> None:
    tests = [MoleculeSplit().split(table("viscosity"), fold).test for fold in range(5)]
    sets = [len(np.unique(table("viscosity").mixtures.component_set[test])) for test in tests]
    assert min(sets) > 230
    assert max(sets) - min(sets) <= 5


def test_viscosity_folds_survive_a_split_file(tmp_path: Path) -> None:
    split = MixtureSplit().split(table("viscosity"), 3)
    mixtures = np.flatnonzero(is_mixture(table("viscosity")))
    named = {part: table("viscosity").take(np.intersect1d(getattr(split, part), mixtures)) for part in PARTS}
    lines = [f"3,{row},{part}" for part in PARTS for row in named[part].source_row]
    (tmp_path / "folds.csv").write_text("\n".join(["fold,row_index,part", *lines]), encoding="utf-8")
    again = FileSplit(path=str(tmp_path / "folds.csv")).split(table("viscosity"), 3)
    assert again.content_hash == split.content_hash
