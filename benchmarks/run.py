# ruff: noqa: INP001 - a script, not a part of the package
"""Measure azeotrope beside what a user would pick instead: ``make bench``, or ``python benchmarks/run.py STAGE...``.

Each stage leaves a JSON and its logs in ``outputs/bench``; all that are there become ``docs/performance``. A stage that
is run again replaces its JSON. Quick runs stay out of the way, in ``outputs/bench/quick``.
"""

import argparse
from pathlib import Path
from time import perf_counter
from typing import Any

import evaluation
import feature_models
import features
import folds
import growth
import limit
import loading
import resampling
import startup
import training
from machine import describe_machine
from page import benchmark_page
from pictures import growth_picture, speed_picture
from processes import CHECKOUT
from rich.console import Console
from stage import Result, Stage

MODULES = (training, limit, features, loading, evaluation, resampling, startup, growth, folds, feature_models)
STAGES: dict[str, Stage[Any]] = {module.STAGE.name: module.STAGE for module in MODULES}


def main(arguments: list[str] | None = None) -> None:
    """Measure the chosen stages, then write the page of all stages that have a result."""
    parser = argparse.ArgumentParser(description="Measure azeotrope beside what a user would pick instead.")
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=f"what to measure, else all: {', '.join(STAGES)}")
    parser.add_argument("--quick", action="store_true", help="sizes of seconds, to see that every stage runs")
    parser.add_argument("--render", action="store_true", help="measure nothing, and write the page of what is there")
    parser.add_argument("--results", type=Path, help="folder of the results instead of outputs/bench")
    parser.add_argument("--page", type=Path, help="folder of the page instead of docs/performance")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.stages) - set(STAGES):
        parser.error(f"there is no stage {', '.join(sorted(unknown))}; choose from {', '.join(STAGES)}")
    results = chosen.results or CHECKOUT / "outputs" / "bench" / ("quick" if chosen.quick else "")
    page = chosen.page or (results if chosen.quick else CHECKOUT / "docs" / "performance")
    if not chosen.render:
        measure(chosen.stages or list(STAGES), results, is_quick=chosen.quick)
    render(results, page)


def measure(names: list[str], results: Path, *, is_quick: bool) -> None:
    """Run the stages one after another."""
    machine, console = describe_machine(), Console()
    for name in names:
        console.print(f"{name} ...")
        start = perf_counter()
        STAGES[name].run(results, machine, is_quick=is_quick)
        console.print(f"{name}: {perf_counter() - start:.0f} s")


def render(results: Path, page: Path) -> None:
    """Write the page and its pictures from all results that are there."""
    there = {name: result for name in STAGES if (result := Result.read(results, name))}
    if not there:
        raise SystemExit(f"there is no result in {results}; measure a stage first")
    page.mkdir(parents=True, exist_ok=True)
    measured = [(STAGES[name], result) for name, result in there.items()]
    text = benchmark_page(measured, shows_growth="growth" in there)
    (page / "benchmarks.md").write_text(text)
    (page / "speed.png").write_bytes(speed_picture(there))
    if "growth" in there:
        (page / "growth.png").write_bytes(growth_picture(there["growth"]))
    Console().print(f"written: {page / 'benchmarks.md'}")


if __name__ == "__main__":
    main()
