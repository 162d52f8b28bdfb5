# ruff: noqa: INP001 - a script, not a part of the package
"""Training of `dmpnn` against chemprop: rows per second, memory and validation error on the same binary rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Any

from binary_csv import write_binary_csv
from chemprop_command import train_with_command
from processes import run_worker
from stage import Cell, Row, Stage, number

AZEOTROPE, COMMAND, LIBRARY = "azeotrope dmpnn", "chemprop train", "chemprop MulticomponentMPNN"
TARGET = "time to target"
# Width, depth and learning rates of both sides; `trainer=paper` has chemprop's own learning rates.
SHARED = {
    "message_width": 101,
    "depth": 4,
    "head_width": 200,
    "head_layers": 4,
    "warmup_epochs": 1,
    "initial_learning_rate": 1e-4,
    "peak_learning_rate": 1e-3,
    "final_learning_rate": 1e-4,
}
SAME_RATES = ["trainer=paper"]
OWN_RATES = ["trainer=default"]


@dataclass(frozen=True)
class Size:
    """How much is trained.

    Attributes
    ----------
    batches
        Batch sizes and their epochs, at least 2; the first is the one whose error is the target.
    n_seeds, n_chemprop_seeds
        Fits of our side, and, at each batch size, of each of chemprop's.
    target_fit
        Batch size and epochs of our fit that is to reach the target.
    at_most
        Rows of each part; None takes all.
    """

    batches: tuple[tuple[int, int], ...]
    n_seeds: int
    n_chemprop_seeds: tuple[int, ...]
    target_fit: tuple[int, int]
    at_most: int | None = None


FULL = Size(((64, 5), (8, 2)), 3, (2, 1), (64, 4))
QUICK = Size(((64, 2),), 2, (1,), (64, 2), at_most=192)


def measure(size: Size, logs: Path) -> list[Row]:
    """Return one row per side and batch size, and then our fits on the way to chemprop's error."""
    with TemporaryDirectory() as folder:
        csv = Path(folder) / "binary.csv"
        n_rows = write_binary_csv(csv, size.at_most)
        batches = zip(size.batches, size.n_chemprop_seeds, strict=True)
        rows = [row for batch, n_seeds in batches for row in _sides(csv, n_rows, size, batch, n_seeds, logs)]
    target = next(row for row in rows if row["side"] == COMMAND)
    return [*rows, _to_target(n_rows, size, target, logs)]


def _sides(
    csv: Path, n_rows: int, size: Size, batch: tuple[int, int], n_chemprop_seeds: int, logs: Path
) -> Iterator[Row]:
    """The three sides at one batch size."""
    batch_size, epochs = batch
    yield _ours(AZEOTROPE, n_rows, size, batch, SAME_RATES, logs)
    tasks: list[dict[str, Any]] = [
        SHARED | {"csv": str(csv), "batch_size": batch_size, "epochs": epochs, "seed": seed}
        for seed in range(n_chemprop_seeds)
    ]
    commands = [train_with_command(csv, task, logs) for task in tasks]
    fits = [(each.epoch_s * epochs, each.validation_rmse) for each in commands]
    yield _row(COMMAND, batch, n_rows, fits, commands[-1].peak_mb)
    scripts = [run_worker("fit_chemprop.py", task, logs / f"library-{batch_size}-{task['seed']}") for task in tasks]
    fits = [(each.answer["fit_s"], each.answer["validation_rmse"]) for each in scripts]
    yield _row(LIBRARY, batch, n_rows, fits, scripts[-1].peak_mb)


def _ours(side: str, n_rows: int, size: Size, batch: tuple[int, int], rates: list[str], logs: Path) -> Row:
    batch_size, epochs = batch
    options = {"batch_size": batch_size, "epochs": epochs, "min_steps": 0, "warmup_epochs": SHARED["warmup_epochs"]}
    overrides = ["model=dmpnn", *rates, *(f"trainer.{name}={value}" for name, value in options.items())]
    task = {"overrides": overrides, "seeds": list(range(size.n_seeds)), "at_most": size.at_most}
    done = run_worker("fit_azeotrope.py", task, logs / f"{side}-{batch_size}-{epochs}".replace(" ", "-"))
    fits = [(fit["fit_s"], fit["validation_rmse"]) for fit in done.answer]
    return _row(side, batch, n_rows, fits, done.peak_mb)


def _to_target(n_rows: int, size: Size, target: Row, logs: Path) -> Row:
    """Our fits with our own learning rates, and how many times faster they are at the error of chemprop, if there."""
    row = _ours(TARGET, n_rows, size, size.target_fit, OWN_RATES, logs)
    is_there = number(row, "validation_rmse") <= number(target, "validation_rmse")
    return {**row, "target_ratio": number(target, "fit_s") / number(row, "fit_s") if is_there else None}


def _row(
    side: str, batch: tuple[int, int], n_rows: int, fits: Sequence[tuple[float, float]], peak_mb: float | None
) -> dict[str, Cell]:
    """One line of the table, from the seconds and the error of each seed."""
    seconds, errors = zip(*fits, strict=True)
    return {
        "side": side,
        "batch_size": batch[0],
        "epochs": batch[1],
        "fit_s": fmean(seconds),
        "rows_per_s": n_rows * batch[1] / fmean(seconds),
        "validation_rmse": fmean(errors),
        "rmse_sd": stdev(errors) if len(errors) > 1 else None,
        "seeds": len(errors),
        "peak_mb": peak_mb,
    }


STAGE = Stage(
    name="training",
    title="Training",
    explanation=f"""\
The binary rows of `dataset=viscosity split=mixture`, fold 0. All sides have {SHARED["depth"]} steps of message passing
of width {SHARED["message_width"]}, summed over atoms, {SHARED["head_layers"]} hidden layers of {SHARED["head_width"]},
LeakyReLU, one epoch of warm-up, and learning rates from 1e-4 over 1e-3 to 1e-4; chemprop concatenates the two
molecules, ours sums them weighted with the fractions. Rows per second count the training rows of all epochs over the
seconds of the fit, validation included and start-up left out: ours from SMILES to the best weights (from the second
seed on the process knows the graphs, which saves half a second), `chemprop train` as the difference of runs of all
epochs and of one, `MulticomponentMPNN` in `trainer.fit`, with its graphs in memory, which the command line of chemprop
2.3 does not keep for several components. Each side runs as it comes: ours on one thread, chemprop on all, which takes
idle cores. Errors are of the best epoch on the validation rows. *{TARGET}* is a complete fit with `trainer=default`,
whose learning rates and clipping are ours: how many times faster than `chemprop train` in the same table, if its error
is at most that one's.""",
    columns={
        "side": "side",
        "batch_size": "batch",
        "epochs": "epochs",
        "fit_s": "fit, s",
        "rows_per_s": "rows/s",
        "validation_rmse": "validation RMSE, ln(mPa s)",
        "rmse_sd": "sd over seeds",
        "seeds": "seeds",
        "peak_mb": "peak memory, MB",
        "target_ratio": "times faster to the target",
    },
    measure=measure,
    full=FULL,
    quick=QUICK,
)
