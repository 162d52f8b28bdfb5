"""The splits of every data set are the same rows on every machine and in every version, or this test says so.

To accept a deliberate change: AZEOTROPE_WRITE_HASHES=1 .venv/bin/python -m pytest tests/splits/test_frozen_hashes.py
"""

import hashlib
import json
import os
from pathlib import Path

import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from azeotrope.apps.recipes import recipe
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import SplitError
from azeotrope.places import cache_folder, conf_folder, mirror_folder

FROZEN = Path(__file__).with_name("frozen_hashes.json")
FAMILIES = sorted(file.stem for file in (conf_folder() / "split").glob("*.yaml") if file.stem != "file")
COMPUTED = ("enthalpy_unifac", "vapor_pressure_unifac")
MEASURED = ("dcn", "density", "excess_enthalpy", "flash_point", "mon", "viscosity")


def hashes_of(dataset: Dataset) -> dict[str, str]:
    """Hash of the table, and per family one over its five folds, or why there are none."""
    found = {"table": dataset.table.content_hash}
    for name in FAMILIES:
        config = OmegaConf.load(conf_folder() / "split" / f"{name}.yaml")
        family = instantiate({key: value for key, value in config.items() if key not in ("name", "fold", "folds")})
        try:
            folds = [family.split(dataset.table, fold).content_hash for fold in range(5)]
        except SplitError:
            found[name] = "refused"
        else:
            found[name] = hashlib.sha256("".join(folds).encode()).hexdigest()
    return found


@pytest.mark.parametrize("name", [*COMPUTED, *(pytest.param(name, marks=pytest.mark.data) for name in MEASURED)])
def test_table_and_splits_are_what_they_were(name: str) -> None:
    found = hashes_of(recipe(name).load(cache_folder(), mirror_folder()))
    frozen = json.loads(FROZEN.read_text()) if FROZEN.exists() else {}
    if os.environ.get("AZEOTROPE_WRITE_HASHES") == "1":
        FROZEN.write_text(json.dumps(frozen | {name: found}, indent=2, sort_keys=True) + "\n")
        return
    assert found == frozen[name]


def test_all_six_families_are_frozen() -> None:
    frozen = json.loads(FROZEN.read_text())
    assert set(frozen) == {*COMPUTED, *MEASURED}
    assert len(FAMILIES) == 5
    assert frozen["dcn"]["molecule"] == frozen["mon"]["molecule"] == "refused"
    assert frozen["flash_point"]["molecule"] != "refused"
