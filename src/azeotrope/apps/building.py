"""From a composed configuration to the objects of a run: data set, split family, model and their labels."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omegaconf import DictConfig

from azeotrope.apps.checks import optional_whole_number, whole_number
from azeotrope.apps.compose import build, plain, without
from azeotrope.apps.labels import UNSCIENTIFIC, choice_label
from azeotrope.apps.model_tree import PARTS, build_model, in_ensemble, resolve_temperature, with_temperature
from azeotrope.apps.recipes import mixture_recipe
from azeotrope.apps.remarks import tell_rejections
from azeotrope.errors import ConfigError

if TYPE_CHECKING:
    from azeotrope.datasets.dataset import Dataset
    from azeotrope.models.protocol import Model
    from azeotrope.splits.split import SplitFamily

DECLARATIONS = ("temperature_unit", "fraction_kind", "percent_allowed", "infer_last_fraction")


@dataclass(frozen=True, eq=False)
class Experiment:
    """Everything a fold needs.

    Attributes
    ----------
    dataset, family
        The curated data and the way to split them.
    model_spec
        Plain tree from which the model is built, without labels.
    labels
        What tables call the parts.
    folds
        Fold numbers to run.
    science
        Resolved configuration that identifies the experiment.
    max_train_rows
        Cap on train rows, or None.
    n_resamples
        Bootstrap resamples of each interval.
    declared
        Units and repairs that the user's file declared; a trained model reads files of the same kind alike.
    """

    dataset: "Dataset"
    family: "SplitFamily"
    model_spec: dict[str, Any]
    labels: dict[str, str]
    folds: list[int]
    science: dict[str, Any]
    max_train_rows: int | None
    n_resamples: int
    declared: dict[str, Any]

    def new_model(self) -> "Model":
        """Return an untrained model."""
        return build_model(self.model_spec)


def build_experiment(config: DictConfig, *, progress: bool) -> Experiment:
    """Build and check everything before any work.

    Raises
    ------
    ConfigError, DataError
        When parts do not exist, do not fit each other, or do not fit the data set.
    """
    whole_number(config.seed, "seed")
    max_train_rows = optional_whole_number(config.max_train_rows, "max_train_rows", 1)
    n_resamples = whole_number(config.n_resamples, "n_resamples", 1)
    n_members = whole_number(config.n_members, "n_members", 1)
    split = plain(config.split)
    folds = _folds(split)
    predictor = plain(config.predictor)
    # Parts that do not fit each other cost no download.
    build_model(without(in_ensemble(with_temperature(predictor, "none"), n_members), "name"))
    dataset = load_dataset(plain(config.dataset), Path(config.paths.cache), config.paths.mirror, progress=progress)
    tell_rejections(dataset)
    tree = resolve_temperature(predictor, dataset)
    spec = without(in_ensemble(tree, n_members), "name")
    experiment = Experiment(
        dataset,
        build({key: value for key, value in split.items() if key not in ("name", "folds", "fold")}, "split"),
        spec,
        _labels(config, tree, dataset, n_members),
        folds,
        _science(config, spec, split, dataset),
        max_train_rows,
        n_resamples,
        _declared(plain(config.dataset)),
    )
    experiment.new_model().check(dataset)
    return experiment


def load_dataset(tree: dict[str, Any], cache: Path, mirror: str | None, *, progress: bool) -> "Dataset":
    """Return the curated data set of a `dataset` node; a table of ratings is an error that names audit.py."""
    return mixture_recipe(tree).load(cache, None if mirror is None else Path(mirror), progress=progress)


def _labels(config: DictConfig, tree: dict[str, Any], dataset: "Dataset", n_members: int) -> dict[str, str]:
    """Name of each choice; a part that the model does not have is `none`."""
    parts = {part: choice_label(part, tree.get(part, {"name": "none"})) for part in PARTS if part != "predictor"}
    limit = {} if config.max_train_rows is None else {"max_train_rows": config.max_train_rows}
    content = {key: value[:8] for key, value in _content(plain(config.split)).items()}
    return {
        "dataset": dataset.info.dataset,
        "split": choice_label("split", plain(config.split), limit | content),
        "model": str(config.model.name) + (f"_x{n_members}" if n_members > 1 else ""),
        **parts,
        "predictor": choice_label("predictor", tree),
    }


def _declared(dataset: dict[str, Any]) -> dict[str, Any]:
    """What the data set declares about its files, in the words of the `csv` data set."""
    salts = {"rules.allow_salts": True} if dataset.get("rules", {}).get("allow_salts") else {}
    return {key: value for key, value in dataset.items() if key in DECLARATIONS} | salts


def _folds(split: dict[str, Any]) -> list[int]:
    """Fold numbers to run; the split's other numbers are checked as well."""
    for key in ("seed", "max_train_mixtures"):
        optional_whole_number(split.get(key), f"split.{key}")
    folds = split["folds"] if split["fold"] is None else [split["fold"]]
    if not folds or not isinstance(folds, list):
        raise ConfigError(f"split.folds is {folds!r}; it must be a list of fold numbers such as [0,1,2,3,4]")
    return list(dict.fromkeys(whole_number(fold, "a fold", 0) for fold in folds))


def _science(config: DictConfig, spec: dict[str, Any], split: dict[str, Any], dataset: "Dataset") -> dict[str, Any]:
    info = dataset.info
    return {
        "dataset": {
            "name": info.dataset,
            "quantity": info.quantity,
            "unit": info.unit,
            "origin": info.origin,
            "mixing_rule": info.mixing_rule.name,
            "reference_temperature_bin_k": info.reference_temperature_bin_k,
        },
        "split": {key: value for key, value in split.items() if key not in UNSCIENTIFIC} | _content(split),
        "model_name": config.model.name,
        "model": without(spec, "offline"),  # whether weights may be fetched changes no number
        "max_train_rows": config.max_train_rows,
        "n_resamples": config.n_resamples,
    }


def _content(split: dict[str, Any]) -> dict[str, str]:
    """Hash of a split's file, so that two files are two experiments wherever they lie."""
    path = split.get("path")
    if path is None:
        return {}
    try:
        return {"content": hashlib.sha256(Path(path).expanduser().read_bytes()).hexdigest()}
    except OSError as error:
        raise ConfigError(f"split.path: {path} cannot be read: {error.strerror}") from error
