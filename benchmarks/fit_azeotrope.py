# ruff: noqa: INP001 - a script, not a part of the package
"""Fit `dmpnn` on the binary viscosity rows, once per seed; prints seconds and validation errors as JSON.

A fit is what `model.fit` does, from molecules as SMILES to the weights of the best epoch; imports and reading the
table come before it. From the second seed on, the process knows the graphs of the molecules. The task, as JSON:
``overrides``, ``seeds``, ``at_most`` (rows of each part, or null).
"""

import json
import sys
from time import perf_counter
from typing import Any

import numpy as np
from composing import binary_rows, experiment

from azeotrope.models.protocol import FitContext


def fit(overrides: list[str], seed: int, at_most: int | None) -> dict[str, float]:
    """Return the seconds of one fit, and the RMSE of the validation rows in the unit of the data."""
    viscosity = experiment("dataset=viscosity", "split=mixture", *overrides, f"seed={seed}")
    dataset, split, model = viscosity.dataset, binary_rows(viscosity, at_most=at_most), viscosity.new_model()
    start = perf_counter()
    model.fit(dataset, split.train, split.validation, FitContext())
    seconds = perf_counter() - start
    errors = model.predict(dataset.table.mixtures.take(split.validation)) - dataset.table.value[split.validation]
    return {"fit_s": seconds, "validation_rmse": float(np.sqrt(np.mean(np.square(errors))))}


def main(task: dict[str, Any]) -> None:
    """Print one result per seed."""
    print(json.dumps([fit(task["overrides"], seed, task["at_most"]) for seed in task["seeds"]]))  # noqa: T201


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
