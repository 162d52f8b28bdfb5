"""Progress of a fit: the best weights so far, and the file from which an interrupted fit continues."""

import logging
import math
import os
import time
from pathlib import Path
from typing import Any, cast

import lightning.pytorch as pl
import torch
from torch import Tensor

from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.regression import Regression

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_SAVES = 2.0  # after an epoch
SECONDS_WITHIN_EPOCH = 60.0  # after a batch: an epoch of much data may take hours


class BestWeights(pl.Callback):
    """Remember the weights with the smallest validation error; the first of equal ones."""

    def __init__(self, network: MixtureNetwork) -> None:
        self._network = network
        self._error = float("inf")
        self._weights: dict[str, Tensor] | None = None

    @property
    def rmse(self) -> float:
        """Root of the smallest validation error, standardised; NaN while there is none that is finite."""
        return math.nan if self._weights is None else math.sqrt(self._error)

    def on_validation_end(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:
        """Copy the weights when they are the best so far; the module has its error by now, at `epoch_end` not yet."""
        error = float(cast("Regression", pl_module).validation_error)
        if error < self._error:
            self._error = error
            self._weights = {name: weight.cpu().clone() for name, weight in self._network.state_dict().items()}

    def restore(self) -> None:
        """Put the best weights back into the network; without a finite validation error, the last ones stay."""
        if self._weights is not None:
            self._network.load_state_dict(self._weights)

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` restores."""
        return {"error": self._error, "weights": self._weights}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue from an earlier state."""
        self._error = state_dict["error"]
        self._weights = state_dict["weights"]


class ProgressFile:
    """Weights, optimizer, schedule, place in the epoch and best weights of a fit, replaced at once or not at all.

    Parameters
    ----------
    path
        The file; None saves nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._saved_at = time.monotonic()
        self._has_warned = False

    def save_if_due(self, trainer: pl.Trainer, *, within_epoch: bool) -> None:
        """Save when the last save is long enough ago, which within an epoch is longer."""
        patience = SECONDS_WITHIN_EPOCH if within_epoch else SECONDS_BETWEEN_SAVES
        if time.monotonic() - self._saved_at >= patience:
            self.save(trainer)

    def save(self, trainer: pl.Trainer) -> None:
        """Save; where that is impossible, say so once, and leave what was saved before."""
        if self._path is None:
            return
        temporary = self._path.with_suffix(f".{os.getpid()}.tmp")
        try:
            trainer.save_checkpoint(temporary)
            temporary.replace(self._path)
        except (OSError, RuntimeError) as error:  # how Lightning and PyTorch report a full disk
            temporary.unlink(missing_ok=True)
            if not self._has_warned:
                logger.warning("progress cannot be saved, what was saved before stays: %s", error)
            self._has_warned = True
        self._saved_at = time.monotonic()


def readable_progress(path: Path | None, module: Regression) -> Path | None:
    """Return the progress file if it belongs to this module; one that does not is reported and ignored."""
    if path is None or not path.exists():
        return None
    try:
        stored = torch.load(path, weights_only=True, map_location="cpu")["state_dict"]
        shapes = {name: weight.shape for name, weight in stored.items()}
    except Exception as error:  # noqa: BLE001
        logger.warning("training starts over, since its progress file %s cannot be read: %s", path, error)
        return None
    if shapes != {name: weight.shape for name, weight in module.state_dict().items()}:
        logger.warning("training starts over, since its progress file %s belongs to another network", path)
        return None
    return path
