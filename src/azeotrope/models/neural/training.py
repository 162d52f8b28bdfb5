"""The options of a network's training."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from azeotrope.errors import ConfigError


@dataclass(frozen=True)
class TrainerOptions:
    """How a network is trained: Adam on mini-batches, learning rate up in a line, then down exponentially.

    Attributes
    ----------
    epochs
        Passes over the training rows.
    min_steps
        Smallest number of optimisation steps; small tables get more epochs to reach it.
    batch_size
        Largest number of rows in a batch.
    initial_learning_rate, peak_learning_rate, final_learning_rate
        Learning rate at the first step, after the warm-up, and at the last step.
    warmup_epochs
        Epochs of linear warm-up.
    gradient_clip_norm
        Largest norm of the gradient; None does not clip.
    accelerator
        Lightning's choice of device: ``auto`` takes a GPU where there is one.
    devices
        1, or a list with the index of the one device to use.
    threads
        Threads of PyTorch while training; None leaves the number as it is.
    """

    epochs: int
    min_steps: int
    batch_size: int
    initial_learning_rate: float
    peak_learning_rate: float
    final_learning_rate: float
    warmup_epochs: int
    gradient_clip_norm: float | None
    accelerator: str
    devices: int | Sequence[int]
    threads: int | None

    def __post_init__(self) -> None:
        """Refuse values that cannot train."""
        positive = ("epochs", "batch_size", "initial_learning_rate", "peak_learning_rate", "final_learning_rate")
        for name in positive:
            if getattr(self, name) <= 0:
                raise ConfigError(f"trainer.{name} must be positive, not {getattr(self, name)}")
        for name in ("min_steps", "warmup_epochs"):
            if getattr(self, name) < 0:
                raise ConfigError(f"trainer.{name} must not be negative, not {getattr(self, name)}")
        if self.devices != 1 and (isinstance(self.devices, int) or len(self.devices) != 1):
            raise ConfigError(f"trainer.devices={self.devices}: a fit runs on one device, 1 or a list of one index")

    def steps_per_epoch(self, n_rows: int) -> int:
        """Return the number of batches of `n_rows` training rows."""
        return ceil(n_rows / self.batch_size)

    def epochs_for(self, n_rows: int) -> int:
        """Return the number of epochs on `n_rows` training rows."""
        return max(self.epochs, ceil(self.min_steps / self.steps_per_epoch(n_rows)))
