"""The fit of a network with Lightning."""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import lightning.pytorch as pl
import torch
from lightning.fabric.plugins.environments.lightning import LightningEnvironment

from azeotrope.errors import RunError
from azeotrope.models.neural.batches import BatchSource
from azeotrope.models.neural.interruption import Interruption
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.progress import BestWeights, readable_progress
from azeotrope.models.neural.regression import Regression
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext

logger = logging.getLogger(__name__)


def fit_network(
    network: MixtureNetwork,
    train: BatchSource,
    validation: BatchSource,
    options: TrainerOptions,
    seed: int,
    context: FitContext,
) -> None:
    """Train in place, and leave the weights with the smallest validation error (the last ones without validation).

    A fit that was interrupted or paused, wherever that was, ends with the very weights of one that was not.

    Raises
    ------
    RunError
        When training diverges.
    FitPaused
        When `context.until` of the epochs are done, with a standardised error; the resume file holds all of it.
    Stopped
        When `context.stop` was asked; the resume file holds all batches that were done.
    KeyboardInterrupt
        When the user stops it; Lightning itself would exit the process.
    SystemExit
        When the process is told to terminate and the application has no handler of its own; the resume file stays.
    """
    best = BestWeights(network)
    module = Regression(network, train, validation, options, seed)
    callbacks = [best, Interruption(context, best, module.n_epochs)]
    with _undisturbed(options.threads), context.stop.deferred():
        trainer = _trainer(
            options, module.n_epochs, callbacks, validates=len(validation) > 0, show_progress=context.show_progress
        )
        progress = readable_progress(context.resume_file, module)
        if progress is None:
            _tell_raised_epochs(options, module.n_epochs)
        try:
            trainer.fit(module, ckpt_path=progress, weights_only=True)
        except SystemExit as stopped:
            if isinstance(stopped.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from stopped
            raise
    network.cpu().zero_grad(set_to_none=True)
    best.restore()
    if not all(bool(torch.isfinite(weight).all()) for weight in network.state_dict().values()):
        raise RunError("training diverged: a weight is not finite; lower trainer.peak_learning_rate")


def _tell_raised_epochs(options: TrainerOptions, n_epochs: int) -> None:
    """Say where a fit begins that it takes more epochs than the configuration asks for."""
    if n_epochs > options.epochs:
        text = "%d epochs are raised to %d, since trainer.min_steps is %d"
        logger.info(text, options.epochs, n_epochs, options.min_steps)


def _trainer(
    options: TrainerOptions, n_epochs: int, callbacks: list[pl.Callback], *, validates: bool, show_progress: bool
) -> pl.Trainer:
    return pl.Trainer(
        max_epochs=n_epochs,
        accelerator=options.accelerator,
        devices=options.devices if isinstance(options.devices, int) else list(options.devices),
        callbacks=callbacks,
        plugins=[LightningEnvironment()],
        reload_dataloaders_every_n_epochs=1,
        num_sanity_val_steps=0,
        limit_val_batches=1.0 if validates else 0,
        logger=False,
        enable_checkpointing=False,
        enable_model_summary=False,
        enable_progress_bar=show_progress,
    )


@contextmanager
def _undisturbed(threads: int | None) -> Iterator[None]:
    """Train reproducibly and without a trace: random state, threads, determinism and log levels are as before."""
    loggers = [logging.getLogger(name) for name in ("lightning.pytorch", "lightning.fabric")]
    levels = [logger.level for logger in loggers]
    n_threads = torch.get_num_threads()
    deterministic = torch.are_deterministic_algorithms_enabled()
    warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
    try:
        for logger in loggers:
            logger.setLevel(logging.WARNING)
        if threads is not None:
            torch.set_num_threads(threads)
        if torch.cuda.is_available():
            # On a GPU sums over neighbours are otherwise added in any order; cuBLAS reads the variable when it starts.
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            torch.use_deterministic_algorithms(mode=True, warn_only=True)
        with torch.random.fork_rng(devices=range(torch.cuda.device_count())), warnings.catch_warnings():
            # Lightning's use of PyTorch, which no setting of ours changes.
            warnings.filterwarnings("ignore", r"`isinstance\(treespec, LeafSpec\)` is deprecated")
            # A fit is one process, on a cluster too.
            warnings.filterwarnings("ignore", "The `srun` command is available on your system but is not used")
            yield
    finally:
        torch.set_num_threads(n_threads)
        torch.use_deterministic_algorithms(deterministic, warn_only=warn_only)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
