"""What is worth knowing of a table of ratings, for `azeotrope data`."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from azeotrope.places import cache_folder, mirror_folder

if TYPE_CHECKING:
    from azeotrope.datasets.ratings_loading import RatingsRecipe
    from azeotrope.datasets.ratings_reading import RatingsReading

IDENTITIES_SHOWN = 40
COUNTS = {
    "rows": "rows",
    "units": "rated units",
    "participants": "participants",
    "molecules": "molecules",
    "pairs": "pairs of components",
}


def read_ratings_recipe(chosen: "RatingsRecipe") -> "RatingsReading":
    """Fetch and read the ratings."""
    return chosen.read(cache_folder(), mirror_folder(), progress=sys.stderr.isatty())


def ratings_facts(chosen: "RatingsRecipe", reading: "RatingsReading") -> dict[str, Any]:
    """Return what is worth knowing of a table of ratings as plain values."""
    from azeotrope.datasets.ratings_summary import summarise_ratings

    table = reading.table
    identities = table.identities
    unused = identities[~identities["status"].isin(["used", "conflict"])]
    return {
        "dataset": chosen.name,
        "origin": "rated",
        "note": chosen.note,
        "attributes": dict(zip(table.info.attributes, table.info.units, strict=True)),
        **asdict(summarise_ratings(reading)),
        "strata": len(set(table.strata)),
        "identities": {str(status): int(count) for status, count in identities["status"].value_counts().items()},
        "identities_not_used": unused[["source_id", "smiles", "status", "detail"]].to_dict("records"),
        "warnings": list(table.warnings),
        "content_hash": table.content_hash,
        "expected": dict(chosen.expected),
        "paper": dict(chosen.paper),
    }


def print_ratings_facts(console: Console, facts: dict[str, Any]) -> None:
    """Print the facts for people."""
    attributes = ", ".join(f"{name} ({unit})" for name, unit in facts["attributes"].items())
    console.print(escape(f"{facts['dataset']}: {attributes}"), highlight=False)
    table = Table("", "here", "expected", "paper", box=None)
    for key, label in COUNTS.items():
        counts = (facts[key], facts["expected"].get(key), facts["paper"].get(key))
        table.add_row(label, *(f"{count:,}" if count else "-" for count in counts))
    console.print(table)
    for line in _sentences(facts):
        console.print(escape(line), highlight=False)


def _sentences(facts: dict[str, Any]) -> list[str]:
    lines = []
    if facts["strata"]:
        lines.append(f"participants are in {facts['strata']} strata")
    lines.append("identities: " + ", ".join(f"{status} {count}" for status, count in facts["identities"].items()))
    unused = facts["identities_not_used"]
    lines += [f"{each['status']}: {each['source_id']}: {each['detail']}" for each in unused[:IDENTITIES_SHOWN]]
    if len(unused) > IDENTITIES_SHOWN:
        lines.append(f"... and {len(unused) - IDENTITIES_SHOWN} more (--json lists all)")
    lines += [f"warning: {warning}" for warning in facts["warnings"]]
    return lines + ([facts["note"]] if facts["note"] else [])
