"""What `azeotrope data check` says of the rows that training cannot use."""

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

if TYPE_CHECKING:
    import pandas as pd

    from azeotrope.datasets.curation import CurationRules
    from azeotrope.datasets.dataset import Dataset

SHOWN = 20


def print_rejected(console: Console, rejected: "pd.DataFrame") -> None:
    """Print where the first rejected rows are and what is wrong with them, as training says it."""
    from azeotrope.datasets.rejections import row_place

    for row in as_records(rejected.head(SHOWN)):
        line = f"{row_place(row['row'])}: {row['reason']}: {row['detail']}"
        console.print(escape(line), highlight=False, soft_wrap=True)
    if len(rejected) > SHOWN:
        console.print(f"... and {len(rejected) - SHOWN} more (--json lists all)")


def as_records(rejected: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return row, reason and detail of each rejected row."""
    columns = ("row", "reason", "detail")
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*(rejected[name] for name in columns), strict=True)]


def consequence(dataset: "Dataset", rules: "CurationRules") -> str | None:
    """Return what training does with the rejected rows under the rules that were declared; None without any."""
    from azeotrope.datasets.rejections import row_place

    rejected = dataset.report.rejected
    if not len(rejected):
        return None
    if rules.on_rejection == "drop":
        share = f"{len(rejected):,} of {dataset.report.raw_rows:,} rows"
        return f"training goes on without them ({share}); they are listed in {dataset.rejected_file}"
    first = rejected.iloc[0]
    return (
        f"training stops at the first of them: {first['file']}, {row_place(first['row'])}; "
        "with dataset.rules.on_rejection=drop it goes on without them"
    )
