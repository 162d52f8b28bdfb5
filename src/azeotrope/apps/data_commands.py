"""`azeotrope data ...`: what a data set holds, where it comes from, and what curation did to it."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from azeotrope.apps.dataset_facts import dataset_facts, print_dataset_facts
from azeotrope.apps.ratings_facts import print_ratings_facts, ratings_facts, read_ratings_recipe
from azeotrope.apps.recipes import OWN, any_recipe, dataset_names, recipe
from azeotrope.apps.rejected_rows import as_records, consequence, print_rejected
from azeotrope.places import cache_folder, mirror_folder

if TYPE_CHECKING:
    import pandas as pd

    from azeotrope.datasets.dataset import Dataset
    from azeotrope.datasets.recipe import DatasetRecipe


def list_datasets() -> None:
    """Print name, property or rated attributes, unit, origin and source of each data set."""
    from azeotrope.datasets.ratings_loading import RatingsRecipe

    table = Table(
        Column("data set", no_wrap=True),
        "property",
        Column("unit", no_wrap=True),
        Column("origin", min_width=len("unverified")),
        "source",
        box=None,
    )
    for name in dataset_names():
        chosen = any_recipe(name)
        quantity, unit, origin = (
            (", ".join(chosen.attribute_units), ", ".join(dict.fromkeys(chosen.attribute_units.values())), "rated")
            if isinstance(chosen, RatingsRecipe)
            else (chosen.quantity, chosen.unit, chosen.origin)
        )
        origin = f"{origin}, unverified" if chosen.unverified else origin
        cells = (name, quantity, unit, origin, chosen.citation)
        table.add_row(*(escape(cell) for cell in cells))
    Console().print(table)


def fetch_dataset(name: str) -> None:
    """Download and curate, and say where the curated rows are counted."""
    from azeotrope.datasets.ratings_loading import RatingsRecipe

    chosen = any_recipe(name)
    if isinstance(chosen, RatingsRecipe):
        ready = f"{len(read_ratings_recipe(chosen).table):,} rated units"
    else:
        ready = f"{len(_load(chosen).table):,} rows"
    Console(stderr=True).print(f"{name}: {ready} ready in {cache_folder()}", highlight=False)


def show_dataset(name: str, *, as_json: bool) -> None:
    """Print counts beside the paper's, and what was rejected, repaired, left out or is suspicious."""
    from azeotrope.datasets.ratings_loading import RatingsRecipe

    chosen = any_recipe(name)
    if isinstance(chosen, RatingsRecipe):
        facts, show = ratings_facts(chosen, read_ratings_recipe(chosen)), print_ratings_facts
    else:
        facts, show = dataset_facts(chosen, _load(chosen)), print_dataset_facts
    if as_json:
        print(json.dumps(facts, indent=2))  # noqa: T201 - the one thing that goes to stdout
    else:
        show(Console(), facts)


def check_csv(file: Path, settings: Sequence[str], *, as_json: bool) -> None:
    """Curate a user's file without training; exits with 1 when rows are rejected.

    Raises
    ------
    DataError
        When the file cannot be read, or all its rows are rejected, which are printed before.
    """
    from azeotrope.datasets.rejections import NothingLeftError

    declared = recipe(OWN, [*settings, f"path={json.dumps(str(file))}"])
    tolerant = replace(declared, rules=replace(declared.rules, on_rejection="drop"))
    try:
        dataset = _load(tolerant)
    except NothingLeftError as error:
        _print_check({}, error.rejected, as_json=as_json)
        raise
    rejected = dataset.report.rejected
    _print_check(dataset_facts(declared, dataset), rejected, consequence(dataset, declared.rules), as_json=as_json)
    if len(rejected):
        sys.exit(1)


def _print_check(facts: dict[str, Any], rejected: "pd.DataFrame", outcome: str | None = None, *, as_json: bool) -> None:
    """Print the facts, of which there are none where no row is left, the rejected rows and what training does."""
    if as_json:
        print(json.dumps(facts | {"rejected_rows": as_records(rejected)}, indent=2, default=int))  # noqa: T201
        return
    console = Console()
    if facts:
        print_dataset_facts(console, facts)
    print_rejected(console, rejected)
    if outcome is not None:
        console.print(escape(outcome), highlight=False, soft_wrap=True)


def _load(chosen: "DatasetRecipe") -> "Dataset":
    return chosen.load(cache_folder(), mirror_folder(), progress=sys.stderr.isatty())
