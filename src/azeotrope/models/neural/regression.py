"""The Lightning module: the loss of a network on standardised targets, Adam, and a learning rate up and down."""

from typing import cast

import lightning.pytorch as pl
import torch
from chemprop.schedulers import build_NoamLike_LRSched
from lightning.pytorch.utilities.types import OptimizerLRSchedulerConfig
from torch import Tensor
from torch.nn.utils import clip_grad_norm_
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from azeotrope.models.neural.batches import BatchSource, MixtureBatch, OrderedBatches, ShuffledBatches
from azeotrope.models.neural.flat_weights import FlatWeights
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.training import TrainerOptions

EVALUATION_ROWS = 4096
# A prime beyond the number of steps of a fit, so that fits with different seeds do not draw the same.
SEED_STRIDE = 1_000_003


class Regression(pl.LightningModule):
    """Fit a network to standardised targets.

    Attributes
    ----------
    n_epochs
        Number of epochs.
    validation_error
        Mean squared error over all validation rows after the latest epoch, standardised.
    """

    def __init__(
        self,
        network: MixtureNetwork,
        train: BatchSource,
        validation: BatchSource,
        options: TrainerOptions,
        seed: int,
    ) -> None:
        super().__init__()
        self.automatic_optimization = False  # a training step of Lightning is a stretch of several batches
        self.network = network
        self.n_epochs = options.epochs_for(len(train))
        self.validation_error = float("nan")
        self._train_source = train
        self._validation_source = validation
        self._options = options
        self._seed = seed
        self._squared_errors: list[Tensor] = []
        self._weights: FlatWeights

    def train_dataloader(self) -> ShuffledBatches:
        """Return the batches of the current epoch."""
        return ShuffledBatches(self._train_source, self._options.batch_size, self._seed, self.current_epoch)

    def val_dataloader(self) -> OrderedBatches:
        """Return the validation rows, none when there are none."""
        return OrderedBatches(self._validation_source, EVALUATION_ROWS)

    def training_step(self, stretch: list[MixtureBatch], _: int) -> None:
        """Take one step of the optimizer per batch."""
        optimizer, schedule = self._optimization()
        largest_norm = self._options.gradient_clip_norm
        self._weights.collect_gradients()
        for batch in stretch:
            self._seed_draws(schedule.last_epoch)
            torch.autograd.backward(self.network.loss(batch))
            if largest_norm is not None:
                clip_grad_norm_(self._weights.vector, largest_norm)
            optimizer.step()
            optimizer.zero_grad(set_to_none=False)
            schedule.step()

    def _optimization(self) -> tuple[Optimizer, LRScheduler]:
        optimizer, schedule = self.optimizers(use_pl_optimizer=False), self.lr_schedulers()
        return cast("Optimizer", optimizer), cast("LRScheduler", schedule)

    def _seed_draws(self, n_steps: int) -> None:
        """Seed what a module may draw (dropout), so that a step is the same after a resume."""
        seed = (self._seed * SEED_STRIDE + n_steps) % 2**32
        torch.default_generator.manual_seed(seed)  # torch.manual_seed takes 0.1 ms for devices that are not used
        if self.device.type == "cuda":
            torch.cuda.manual_seed(seed)

    def on_validation_epoch_start(self) -> None:
        """Forget the errors of the epoch before."""
        self._squared_errors = []

    def validation_step(self, batch: MixtureBatch, _: int) -> None:
        """Collect squared errors."""
        prediction: Tensor = self.network(batch)
        self._squared_errors.append((prediction - batch.target).square())

    def on_validation_epoch_end(self) -> None:
        """Average the squared errors over all rows."""
        self.validation_error = float(torch.cat(self._squared_errors).cpu().double().mean())
        self.log("validation_error", self.validation_error, prog_bar=True, batch_size=1)

    def configure_optimizers(self) -> OptimizerLRSchedulerConfig:
        """Return Adam with warm-up and exponential decay over all steps."""
        options, self._weights = self._options, FlatWeights(self.network)
        optimizer = torch.optim.Adam([self._weights.vector], lr=options.initial_learning_rate, fused=True)
        steps = options.steps_per_epoch(len(self._train_source))
        warmup = min(options.warmup_epochs, self.n_epochs - 1) * steps
        schedule = build_NoamLike_LRSched(
            optimizer,
            warmup,
            self.n_epochs * steps - warmup,
            options.initial_learning_rate,
            options.peak_learning_rate,
            options.final_learning_rate,
        )
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}
