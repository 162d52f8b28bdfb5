"""Where the fit of a network may end before its last epoch, and what it saves then."""

import signal
import threading
from typing import Any

import lightning.pytorch as pl

from azeotrope.models.neural.progress import BestWeights, ProgressFile
from azeotrope.models.protocol import FitContext
from azeotrope.models.stopping import FitPaused


class Interruption(pl.Callback):
    """Save progress, end the fit when the process is to end, and pause it after a share of its epochs.

    Parameters
    ----------
    context
        The share, the resume file, and whether the process is to end.
    best
        The best weights, of which a pause tells the error.
    n_epochs
        Number of epochs of the whole fit.
    """

    def __init__(self, context: FitContext, best: BestWeights, n_epochs: int) -> None:
        self._until, self._stop = context.until, context.stop
        self._file = ProgressFile(context.resume_file)
        self._best = best
        self._n_epochs = n_epochs
        self._sigterm_handler = signal.getsignal(signal.SIGTERM)

    def on_train_start(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:
        """Let the application's own handler decide what SIGTERM means, and pause if enough epochs are done already.

        Lightning's handler would end the training wherever it is, in the middle of a validation for instance; it stays
        where the application has none.
        """
        if callable(self._sigterm_handler) and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self._sigterm_handler)
        if self._pauses_after(trainer.current_epoch):
            raise self._pause_after(trainer.current_epoch)

    def on_train_batch_end(
        self, trainer: pl.Trainer, pl_module: pl.LightningModule, outputs: Any, batch: Any, batch_idx: int
    ) -> None:
        """Save and end if the process is to end, or save when the last save is old.

        After the last batch the epoch, with its validation, ends first.
        """
        if trainer.is_last_batch:
            return
        if self._stop.is_asked:
            self._file.save(trainer)
            self._stop.grant()
        self._file.save_if_due(trainer, within_epoch=True)

    def on_train_epoch_end(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:
        """Save and end if the process is to end or the fit is to pause; otherwise save when the last save is old."""
        n_done = trainer.current_epoch + 1
        if self._stop.is_asked or self._pauses_after(n_done):
            self._file.save(trainer)
        else:
            self._file.save_if_due(trainer, within_epoch=False)
        self._stop.grant()
        if self._pauses_after(n_done):
            raise self._pause_after(n_done)

    def _pauses_after(self, n_done: int) -> bool:
        return self._until <= n_done / self._n_epochs < 1

    def _pause_after(self, n_done: int) -> FitPaused:
        return FitPaused(n_done / self._n_epochs, self._best.rmse)
