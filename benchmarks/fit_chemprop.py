# ruff: noqa: INP001 - a script, not a part of the package
"""Fit chemprop's `MulticomponentMPNN` with Lightning, as its user would write it; prints seconds and the error as JSON.

The clock runs during `trainer.fit`; data sets are made before it. ``logged_rmse`` is the error of the best epoch as
chemprop logged it while training. The task, as JSON: ``csv`` (of `binary_csv`), ``batch_size``, ``epochs``, ``seed``,
and the settings of `training.SHARED`.
"""

import json
import sys
import tempfile
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
from chemprop.data import build_dataloader
from chemprop.models import MulticomponentMPNN
from chemprop.nn import (
    BondMessagePassing,
    MulticomponentMessagePassing,
    RegressionFFN,
    ScaleTransform,
    SumAggregation,
    UnscaleTransform,
)
from chemprop_data import multicomponent
from lightning.pytorch import Trainer, seed_everything
from lightning.pytorch.callbacks import ModelCheckpoint


def main(task: dict[str, Any]) -> None:
    """Fit, predict the validation rows with the best epoch, and print what it took."""
    seed_everything(task["seed"])
    frame = pd.read_csv(task["csv"])
    train, validation, raw = (multicomponent(frame[frame["split"] == part]) for part in ("train", "val", "val"))
    target, inputs = train.normalize_targets(), train.normalize_inputs("X_d")
    validation.normalize_targets(target)
    validation.normalize_inputs("X_d", inputs)
    model = network(task, target, inputs)
    for each in (*train.datasets, *validation.datasets):
        each.cache = True  # the command line's own switch does not reach the parts of a data set of several components
    batches = build_dataloader(train, batch_size=task["batch_size"], seed=task["seed"])
    fixed = build_dataloader(validation, batch_size=task["batch_size"], shuffle=False)
    with tempfile.TemporaryDirectory() as folder:
        best = ModelCheckpoint(folder, monitor="val_loss")
        trainer = Trainer(max_epochs=task["epochs"], callbacks=[best], logger=False, accelerator="cpu")
        start = perf_counter()
        trainer.fit(model, batches, fixed)
        seconds = perf_counter() - start
        # A network that predicts scales its inputs itself.
        unscaled = build_dataloader(raw, batch_size=task["batch_size"], shuffle=False)
        predictions: Any = trainer.predict(model, unscaled, ckpt_path=best.best_model_path, weights_only=False)
    errors = (
        np.concatenate([batch.numpy() for batch in predictions])[:, 0]
        - frame.loc[frame["split"] == "val", "value"].to_numpy()
    )
    logged = float(target.scale_[0]) * float(best.best_model_score or np.nan) ** 0.5
    result = {"fit_s": seconds, "validation_rmse": float(np.sqrt(np.mean(np.square(errors)))), "logged_rmse": logged}
    print(json.dumps(result))  # noqa: T201


def network(task: dict[str, Any], target: Any, inputs: Any) -> Any:
    """Return the network with random weights; both components share the message passing."""
    width = task["message_width"]
    passing = BondMessagePassing(d_h=width, depth=task["depth"], activation="leakyrelu")
    head = RegressionFFN(
        input_dim=2 * width + len(inputs[0].mean_),
        hidden_dim=task["head_width"],
        n_layers=task["head_layers"],
        activation="leakyrelu",
        output_transform=UnscaleTransform.from_standard_scaler(target),
    )
    return MulticomponentMPNN(
        MulticomponentMessagePassing([passing], n_components=2, shared=True),
        SumAggregation(),
        head,
        warmup_epochs=task["warmup_epochs"],
        init_lr=task["initial_learning_rate"],
        max_lr=task["peak_learning_rate"],
        final_lr=task["final_learning_rate"],
        X_d_transform=ScaleTransform.from_standard_scaler(inputs[0]),
    )


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
