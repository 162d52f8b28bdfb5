"""Counts of a curated table, in the terms of the literature."""

from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import ideal_values
from azeotrope.datasets.rejections import reasons


@dataclass(frozen=True)
class Summary:
    """What a data set holds after curation.

    Attributes
    ----------
    mixture_rows, combinations, molecules
        Rows of two or more components, their distinct component sets, and the distinct molecules in them (solutes
        not counted).
    pure_rows, pure_molecules
        Rows of one component and their distinct molecules.
    coverage
        Share of mixture rows whose every pure reference exists in the row's context, 0 to 1; NaN without mixtures.
    ideal_rmse
        Root mean square deviation of covered mixture rows from ideal mixing, in the data set's unit; NaN without any.
    """

    mixture_rows: int
    combinations: int
    molecules: int
    pure_rows: int
    pure_molecules: int
    coverage: float
    ideal_rmse: float


def summarise(dataset: Dataset) -> Summary:
    """Count rows, combinations, molecules and coverage of a data set."""
    mixtures, info = dataset.table.mixtures, dataset.info
    mixed = ~mixtures.is_pure
    group = mixtures.molecules.group[mixtures.component]
    mixed_entry = mixed[mixtures.row_of_entry]
    ideal = ideal_values(dataset.table, info.mixing_rule, info.reference_temperature_bin_k)
    excess = (dataset.table.value - ideal)[mixed]
    covered = np.isfinite(excess)
    return Summary(
        mixture_rows=int(mixed.sum()),
        combinations=len(np.unique(mixtures.component_set[mixed])),
        molecules=len(np.unique(group[mixed_entry])),
        pure_rows=int((~mixed).sum()),
        pure_molecules=len(np.unique(group[~mixed_entry])),
        coverage=float(covered.mean()) if mixed.any() else float("nan"),
        ideal_rmse=float(np.sqrt(np.mean(excess[covered] ** 2))) if covered.any() else float("nan"),
    )


def dataset_warnings(dataset: Dataset) -> tuple[str, ...]:
    """Return curation's warnings, and one where no excess can be computed or nothing can be tested at all."""
    counts = summarise(dataset)
    if counts.mixture_rows == 0:
        missing = "there is no mixture row, so only split=file, with folds of your own, can test anything"
    elif counts.coverage == 0:
        missing = "no mixture row has all its pure references in its context, so every excess metric will be null"
    else:
        return dataset.report.warnings
    return (*dataset.report.warnings, missing)


def rejection_sentence(dataset: Dataset) -> str | None:
    """Return how many rows curation rejected, why, and where they are listed; None where it rejected none."""
    rejected = dataset.report.rejected
    if not len(rejected):
        return None
    listed = "" if dataset.rejected_file is None else f"; they are listed in {dataset.rejected_file}"
    return f"{len(rejected):,} of {dataset.report.raw_rows:,} raw rows are rejected ({reasons(rejected)}){listed}"
