"""What `azeotrope data show` and `data check` tell of a data set: counts, what curation did, and warnings."""

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from azeotrope.datasets.dataset import Dataset
    from azeotrope.datasets.recipe import DatasetRecipe

COUNTS = {
    "mixture_rows": "mixture rows",
    "combinations": "combinations",
    "molecules": "molecules in mixtures",
    "pure_rows": "pure rows",
    "pure_molecules": "pure compounds",
    "coverage": "pure coverage",
}


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


def print_dataset_facts(console: Console, facts: dict[str, Any]) -> None:
    """Print the facts for people."""
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
