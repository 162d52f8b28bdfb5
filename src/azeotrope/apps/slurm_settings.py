"""The settings of hydra/launcher=slurm, checked and in submitit's words."""

from collections.abc import Mapping
from typing import Any

from azeotrope.apps.checks import optional_whole_number, whole_number
from azeotrope.errors import ConfigError

PREFIX = "hydra.launcher"
# Name in the configuration, name in submitit, smallest value.
NEEDED = (
    ("timeout_min", "timeout_min", 1),
    ("n_parallel", "slurm_array_parallelism", 1),
    ("signal_delay_s", "slurm_signal_delay_s", 1),
)
OPTIONAL = (("cpus_per_task", "cpus_per_task", 1), ("gpus_per_node", "gpus_per_node", 0))


def submitit_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of submitit's executor; what is None is left to the site.

    Parameters
    ----------
    given
        Plain values by their names in ``conf/hydra/launcher/slurm.yaml``.

    Raises
    ------
    ConfigError
        Naming the key and the value.
    """
    settings: dict[str, Any] = {
        **{to: whole_number(given[key], f"{PREFIX}.{key}", least) for key, to, least in NEEDED},
        **{to: optional_whole_number(given[key], f"{PREFIX}.{key}", least) for key, to, least in OPTIONAL},
        "mem_gb": _positive(given["mem_gb"], f"{PREFIX}.mem_gb"),
        "slurm_partition": given["partition"],
        "slurm_setup": [given["setup"]] if isinstance(given["setup"], str) else given["setup"],
        "slurm_additional_parameters": given["additional_parameters"],
    }
    return {name: value for name, value in settings.items() if value is not None}


def _positive(value: Any, key: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ConfigError(f"{key} is {value!r}; it must be a positive number")
    return float(value)
