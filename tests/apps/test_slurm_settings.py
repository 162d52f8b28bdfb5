from typing import Any

import pytest
import yaml

from azeotrope.apps.slurm_settings import submitit_settings
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder


def given(**changes: Any) -> dict[str, Any]:
    """What conf/ says, with changes."""
    content = yaml.safe_load((conf_folder() / "hydra" / "launcher" / "slurm.yaml").read_text())
    return {key: value for key, value in content.items() if key not in ("defaults", "_target_")} | changes


def test_what_is_null_is_left_to_the_site() -> None:
    assert submitit_settings(given()) == {
        "timeout_min": 240,
        "mem_gb": 8.0,
        "cpus_per_task": 1,
        "slurm_array_parallelism": 64,
        "slurm_signal_delay_s": 120,
        "slurm_additional_parameters": {"requeue": True},
    }
    assert "mem_gb" not in submitit_settings(given(mem_gb=None))
    assert "slurm_additional_parameters" not in submitit_settings(given(additional_parameters=None))


def test_one_line_of_setup_is_one_line() -> None:
    assert submitit_settings(given(setup="module load gcc"))["slurm_setup"] == ["module load gcc"]
    assert submitit_settings(given(setup=["a", "b"]))["slurm_setup"] == ["a", "b"]


@pytest.mark.parametrize(
    "changes",
    [
        {"n_parallel": 0},
        {"n_parallel": "a"},
        {"n_parallel": None},
        {"timeout_min": -5},
        {"timeout_min": "x"},
        {"signal_delay_s": 1.5},
        {"mem_gb": 0},
        {"mem_gb": "8G"},
        {"mem_gb": True},
        {"cpus_per_task": 0},
        {"gpus_per_node": -1},
    ],
)
def test_what_makes_no_sense_is_named(changes: dict[str, Any]) -> None:
    [key] = changes
    with pytest.raises(ConfigError, match=rf"hydra\.launcher\.{key} is "):
        submitit_settings(given(**changes))
