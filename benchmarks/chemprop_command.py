# ruff: noqa: INP001 - a script, not a part of the package
"""chemprop's own command line on the binary rows, timed between two numbers of epochs."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
from binary_csv import DESCRIPTORS, SMILES
from processes import PROGRAMS, Finished, run_program


@dataclass(frozen=True)
class Training:
    """What the command line did.

    Attributes
    ----------
    epoch_s
        Seconds that one more epoch takes, its validation included: the difference of a run of all epochs and one of a
        single epoch, over the other epochs. Start-up, reading, and the last predictions are in both and cancel.
    validation_rmse
        Of the best epoch, in the unit of the value.
    peak_mb
        The most memory of the longer run, in 1e6 bytes.
    """

    epoch_s: float
    validation_rmse: float
    peak_mb: float | None


def train_with_command(csv: Path, task: dict[str, Any], logs: Path) -> Training:
    """Run `chemprop train` twice; `epochs` of the task is at least 2."""
    epochs, name = task["epochs"], f"chemprop-{task['batch_size']}-{task['seed']}"
    with TemporaryDirectory() as folder:
        short = _run(csv, task | {"epochs": 1, "warmup_epochs": 0}, Path(folder) / "short", logs / f"{name}-short")
        long = _run(csv, task, Path(folder) / "long", logs / name)
        predicted = pd.read_csv(Path(folder) / "long" / "model_0" / "test_predictions.csv")
    rows = pd.read_csv(csv)
    errors = predicted["value"].to_numpy() - rows.loc[rows["split"] == "test", "value"].to_numpy()
    rmse = float(np.sqrt(np.mean(np.square(errors))))
    return Training((long.seconds - short.seconds) / (epochs - 1), rmse, long.peak_mb)


def _run(csv: Path, task: dict[str, Any], output: Path, log: Path) -> Finished:
    options: dict[str, Any] = {
        "data-path": csv,
        "output-dir": output,
        "target-columns": "value",
        "splits-column": "split",
        "message-hidden-dim": task["message_width"],
        "depth": task["depth"],
        "aggregation": "sum",
        "activation": "LEAKYRELU",
        "ffn-hidden-dim": task["head_width"],
        "ffn-num-layers": task["head_layers"],
        "batch-size": task["batch_size"],
        "epochs": task["epochs"],
        "warmup-epochs": task["warmup_epochs"],
        "init-lr": task["initial_learning_rate"],
        "max-lr": task["peak_learning_rate"],
        "final-lr": task["final_learning_rate"],
        "pytorch-seed": task["seed"],
        "accelerator": "cpu",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    columns = ["--smiles-columns", *SMILES, "--descriptors-columns", *DESCRIPTORS]
    return run_program([PROGRAMS / "chemprop", "train", "--mpn-shared", *columns, *words], log)
