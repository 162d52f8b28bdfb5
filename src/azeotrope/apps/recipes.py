"""Data sets by name, for the commands that need no other configuration."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from omegaconf import OmegaConf

from azeotrope.apps.compose import build, plain
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azeotrope.datasets.ratings_loading import RatingsRecipe
    from azeotrope.datasets.recipe import DatasetRecipe

OWN = "csv"
OWN_RATINGS = "ratings_csv"


def dataset_names() -> list[str]:
    """Return the names of the data sets that need no file of the user, sorted."""
    names = {file.stem for file in (conf_folder() / "dataset").glob("*.yaml")}
    return sorted(names - {OWN, OWN_RATINGS})


def recipe_tree(name: str, settings: "Sequence[str]" = ()) -> dict[str, Any]:
    """Return the plain configuration of a data set with `key=value` settings applied.

    Raises
    ------
    ConfigError
        When the data set or a key does not exist; names the nearest one.
    """
    file = conf_folder() / "dataset" / f"{name}.yaml"
    if not file.is_file():
        raise ConfigError(f"no data set {name!r}{_nearest(name, dataset_names())}")
    config = OmegaConf.load(file)
    for setting in settings:
        key, equals, _ = setting.partition("=")
        if not equals:
            raise ConfigError(f"{setting!r} is not KEY=VALUE")
        if not _has(OmegaConf.to_container(config), key):
            raise ConfigError(
                f"a {name} data set has no setting {key!r}{_nearest(key, [str(each) for each in config])}"
            )
    return plain(OmegaConf.merge(config, OmegaConf.from_dotlist(list(settings))))  # type: ignore[arg-type]


def recipe(name: str, settings: "Sequence[str]" = ()) -> "DatasetRecipe":
    """Return the recipe of a data set of mixtures; see `recipe_tree` and `mixture_recipe` for errors."""
    return mixture_recipe(recipe_tree(name, settings))


def any_recipe(name: str) -> "DatasetRecipe | RatingsRecipe":
    """Return the recipe of a data set of mixtures or of ratings; see `recipe_tree` for errors."""
    found: DatasetRecipe | RatingsRecipe = build(recipe_tree(name), f"dataset {name}")
    return found


def mixture_recipe(tree: dict[str, Any]) -> "DatasetRecipe":
    """Return the recipe that a plain `dataset` node describes.

    Raises
    ------
    ConfigError
        When it is a table of ratings, which only an audit can use.
    """
    from azeotrope.datasets.recipe import DatasetRecipe

    found = build(tree, f"dataset {tree['name']}")
    if not isinstance(found, DatasetRecipe):
        raise ConfigError(
            f"dataset {tree['name']} is a table of ratings, which no model is trained on; audit it: "
            f"python audit.py claim=geometry dataset={tree['name']}"
        )
    return found


def _has(tree: Any, key: str) -> bool:
    """Whether a dotted key exists, its value missing or not."""
    head, dot, rest = key.partition(".")
    return isinstance(tree, dict) and head in tree and (not dot or _has(tree[head], rest))


def _nearest(text: str, known: list[str]) -> str:
    near = get_close_matches(text, known, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
