"""Training of a network: the options, and the fit with Lightning."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import lightning.pytorch as pl
import torch
from lightning.pytorch.plugins.environments import LightningEnvironment

from azeotrope.errors import ConfigError, RunError
from azeotrope.models.neural.batches import BatchSource
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.progress import BestWeights, ProgressFile, readable_progress
from azeotrope.models.neural.regression import Regression
from azeotrope.models.protocol import FitContext


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
            raise ConfigError(f"trainer.devices={self.devices}: a fit runs on one device; give 1 or a list of one index")

    def steps_per_epoch(self, n_rows: int) -> int:
        """Return the number of batches of `n_rows` training rows."""
        return -(-n_rows // self.batch_size)

    def epochs_for(self, n_rows: int) -> int:
        """Return the number of epochs on `n_rows` training rows."""
        return max(self.epochs, -(-self.min_steps // self.steps_per_epoch(n_rows)))


def fit_network(
    network: MixtureNetwork,
    train: BatchSource,
    validation: BatchSource,
    options: TrainerOptions,
    seed: int,
    context: FitContext,
) -> None:
    """Train in place, and leave the weights with the smallest validation error (the last ones without validation).

    Raises
    ------
    RunError
        When the validation error is never finite.
    """
    best = BestWeights(network)
    callbacks: list[pl.Callback] = [best]
    if context.resume_file is not None:
        callbacks.append(ProgressFile(context.resume_file))
    module = Regression(network, train, validation, options.epochs_for(len(train)), options, seed)
    with _undisturbed(options.threads):
        trainer = _trainer(options, module.n_epochs, callbacks, show_progress=context.show_progress)
        progress = readable_progress(context.resume_file, module)
        trainer.fit(module, ckpt_path=progress, weights_only=True)
    network.cpu()
    if len(validation):
        best.restore()
    if not all(bool(torch.isfinite(weight).all()) for weight in network.state_dict().values()):
        raise RunError("training diverged: a weight is not finite; lower trainer.peak_learning_rate")


def _trainer(
    options: TrainerOptions, n_epochs: int, callbacks: list[pl.Callback], *, show_progress: bool
) -> pl.Trainer:
    return pl.Trainer(
        max_epochs=n_epochs,
        accelerator=options.accelerator,
        devices=options.devices if isinstance(options.devices, int) else list(options.devices),
        gradient_clip_val=options.gradient_clip_norm,
        callbacks=callbacks,
        plugins=[LightningEnvironment()],
        reload_dataloaders_every_n_epochs=1,
        num_sanity_val_steps=0,
        logger=False,
        enable_checkpointing=False,
        enable_model_summary=False,
        enable_progress_bar=show_progress,
    )


@contextmanager
def _undisturbed(threads: int | None) -> Iterator[None]:
    """Train without a trace: random state, number of threads and Lightning's log level are as before."""
    loggers = [logging.getLogger(name) for name in ("lightning.pytorch", "lightning.fabric")]
    levels = [logger.level for logger in loggers]
    n_threads = torch.get_num_threads()
    try:
        for logger in loggers:
            logger.setLevel(logging.WARNING)
        if threads is not None:
            torch.set_num_threads(threads)
        with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
            yield
    finally:
        torch.set_num_threads(n_threads)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
