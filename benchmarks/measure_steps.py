# ruff: noqa: INP001 - a script, not a part of the package
"""From a CSV to evaluated predictions in one fresh process: seconds and peak memory of each step, as JSON.

The task, as JSON: ``csv``, ``cache`` (a folder that does not exist yet) and ``n_resamples``. What a step needs from
imports and configuration is there before its clock starts. The peak of a step is the most that the process held during
it, with what the steps before left and about 700 MB of libraries.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from composing import experiment, own_csv
from processes import peak_memory_mb, reset_peak_memory
from synthetic import Table

from azeotrope.datasets.own_csv import CsvDataset
from azeotrope.metrics.evaluate import evaluate
from azeotrope.models.protocol import FitContext, Model
from azeotrope.splits.mixture import MixtureSplit

Result = TypeVar("Result")
STEPS = ("curation", "cached load", "split", "training epoch", "evaluation")
ONE_EPOCH = ("epochs=1", "min_steps=0", "warmup_epochs=0", "batch_size=256")


class Steps:
    """Seconds and peaks of the steps so far, in their order."""

    def __init__(self) -> None:
        self.done: list[dict[str, Any]] = []

    def measure(self, function: Callable[[], Result]) -> Result:
        """Do the next step and return its result."""
        reset_peak_memory()
        start = perf_counter()
        result = function()
        seconds = perf_counter() - start
        self.done.append({"step": STEPS[len(self.done)], "seconds": seconds, "peak_mb": peak_memory_mb()})
        return result


def main(task: dict[str, Any]) -> None:
    """Do all steps and print what they took."""
    csv, cache, steps = Path(task["csv"]), Path(task["cache"]), Steps()
    cache.mkdir()
    model = untrained(cache)
    recipe = CsvDataset(name="steps", quantity="value", unit="1", path=str(csv))
    steps.measure(lambda: recipe.load(cache))
    dataset = steps.measure(lambda: recipe.load(cache))
    split = steps.measure(lambda: MixtureSplit().split(dataset.table, 0))
    steps.measure(lambda: model.fit(dataset, split.train, split.validation, FitContext(cache_folder=cache)))
    steps.measure(
        lambda: evaluate(
            dataset=dataset, split=split, predict=model.predict, embed=model.embed, n_resamples=task["n_resamples"]
        )
    )
    print(json.dumps(steps.done))  # noqa: T201


def untrained(folder: Path) -> Model:
    """Return a network for tables with temperatures, composed with a small one, so that the real one stays unread."""
    small = own_csv(Table(n_rows=100).write(folder / "small.csv"), folder)
    return experiment("model=dmpnn", *small, *(f"trainer.{option}" for option in ONE_EPOCH)).new_model()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
