"""The plain tree of a model: completed, multiplied into an ensemble, and built."""

from typing import TYPE_CHECKING, Any

import yaml

from azeotrope.apps.compose import build
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder

if TYPE_CHECKING:
    from azeotrope.datasets.dataset import Dataset
    from azeotrope.models.protocol import Model

PARTS = ("featurizer", "interaction", "aggregator", "temperature", "predictor", "decomposition")


def build_model(spec: dict[str, Any]) -> "Model":
    """Build an untrained model from its plain tree.

    Raises
    ------
    ConfigError
        When a part does not exist or the parts do not fit each other.
    """
    model: Model = build(spec, "model")
    return model


def resolve_temperature(tree: dict[str, Any], dataset: "Dataset") -> dict[str, Any]:
    """Replace `temperature: auto` by `concat` where the data set has a temperature, else by `none`."""
    return with_temperature(tree, "none" if dataset.table.mixtures.temperature_k is None else "concat")


def with_temperature(tree: dict[str, Any], choice: str) -> dict[str, Any]:
    """Replace `temperature: auto` by a choice."""
    if tree.get("temperature", {}).get("name") != "auto":
        return tree
    return tree | {"temperature": yaml.safe_load((conf_folder() / "temperature" / f"{choice}.yaml").read_text())}


def in_ensemble(tree: dict[str, Any], n_members: int) -> dict[str, Any]:
    """Return the tree of an ensemble whose members differ in their seed; of one member, the member's own."""
    if n_members == 1:
        return tree
    if "seed" not in tree:
        raise ConfigError(f"predictor={tree['name']} draws no random numbers: n_members must be 1, not {n_members}")
    members = [tree | {"seed": tree["seed"] + number} for number in range(n_members)]
    return {"_target_": "azeotrope.models.ensemble.Ensemble", "members": members}
