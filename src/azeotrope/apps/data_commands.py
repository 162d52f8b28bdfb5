"""`azeotrope data ...`: what a data set holds, where it comes from, and what curation did to it."""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from azeotrope.apps.ratings_facts import print_ratings_facts, ratings_facts, read_ratings_recipe
from azeotrope.apps.recipes import OWN, any_recipe, dataset_names, recipe
from azeotrope.places import cache_folder, mirror_folder

if TYPE_CHECKING:
    from azeotrope.datasets.dataset import Dataset
    from azeotrope.datasets.recipe import DatasetRecipe

REJECTIONS_SHOWN = 20
COUNTS = {
    "mixture_rows": "mixture rows",
    "combinations": "combinations",
    "molecules": "molecules in mixtures",
    "pure_rows": "pure rows",
    "pure_molecules": "pure compounds",
    "coverage": "pure coverage",
}


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
        facts, show = dataset_facts(chosen, _load(chosen)), _print_facts
    if as_json:
        print(json.dumps(facts, indent=2))  # noqa: T201 - the one thing that goes to stdout
    else:
        show(Console(), facts)


def check_csv(file: Path, settings: Sequence[str], *, as_json: bool) -> None:
    """Curate a user's file without training; exits with 1 when rows are rejected."""
    tolerant = ["rules.on_rejection=drop", *settings, f"path={json.dumps(str(file))}"]
    chosen = recipe(OWN, tolerant)
    dataset = _load(chosen)
    facts = dataset_facts(chosen, dataset)
    rejected = dataset.report.rejected
    if as_json:
        rows = rejected[["row", "reason", "detail"]].to_dict("records") if len(rejected) else []
        print(json.dumps(facts | {"rejected_rows": rows}, indent=2, default=int))  # noqa: T201
    else:
        console = Console()
        _print_facts(console, facts)
        for row in rejected.head(REJECTIONS_SHOWN).itertuples():
            console.print(escape(f"row {row.row}: {row.reason}: {row.detail}"), highlight=False)
        if len(rejected) > REJECTIONS_SHOWN:
            console.print(f"... and {len(rejected) - REJECTIONS_SHOWN} more (--json lists all)")
    if len(rejected):
        sys.exit(1)


def dataset_facts(chosen: "DatasetRecipe", dataset: "Dataset") -> dict[str, Any]:
    """Return what is worth knowing of a data set as plain values; undefined numbers are None."""
    from azeotrope.datasets.summary import dataset_warnings, summarise

    report = dataset.report
    counts = {name: _or_none(value) for name, value in asdict(summarise(dataset)).items()}
    return {
        "dataset": chosen.name,
        "quantity": chosen.quantity,
        "unit": chosen.unit,
        "origin": chosen.origin,
        "mixing_rule": chosen.mixing_rule.name,
        "note": chosen.note,
        **counts,
        "raw_rows": report.raw_rows,
        "rejections": {str(reason): int(n) for reason, n in report.rejected["reason"].value_counts().items()},
        "repairs": report.repairs,
        "noise_floor": report.noise_floor,
        "replicate_groups": report.replicate_groups,
        "warnings": list(dataset_warnings(dataset)),
        "content_hash": dataset.table.content_hash,
        "paper": dict(chosen.paper),
    }


def _or_none(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _load(chosen: "DatasetRecipe") -> "Dataset":
    return chosen.load(cache_folder(), mirror_folder(), progress=sys.stderr.isatty())


def _print_facts(console: Console, facts: dict[str, Any]) -> None:
    unit = facts["unit"]
    title = f"{facts['dataset']}: {facts['quantity']}, {unit} ({facts['origin']}), ideal mixing: {facts['mixing_rule']}"
    console.print(escape(title), highlight=False)
    table = Table("", "here", "paper", box=None)
    for key, label in COUNTS.items():
        table.add_row(label, _count(key, facts[key]), _count(key, facts["paper"].get(key)))
    console.print(table)
    for line in _sentences(facts):
        console.print(escape(line), highlight=False)


def _count(key: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if key == "coverage" else f"{value:,.0f}"


def _sentences(facts: dict[str, Any]) -> list[str]:
    unit, floor, ideal = facts["unit"], facts["noise_floor"], facts["ideal_rmse"]
    lines = []
    if ideal is not None:
        lines.append(f"ideal mixing is off by {ideal:.4g} {unit} (root mean square over covered mixture rows)")
    if floor is None:
        lines.append("noise floor: unknown, no row was measured twice")
    else:
        lines.append(f"noise floor: {floor:.3g} {unit} (pooled sd of {facts['replicate_groups']} replicate groups)")
    rejections = ", ".join(f"{reason} {n}" for reason, n in facts["rejections"].items()) or "none"
    lines.append(f"rejected of {facts['raw_rows']:,} raw rows: {rejections}")
    if facts["repairs"]:
        lines.append("repaired: " + ", ".join(f"{rule} {n}" for rule, n in facts["repairs"].items()))
    lines += [f"warning: {warning}" for warning in facts["warnings"]]
    return lines + ([facts["note"]] if facts["note"] else [])
