"""The contract of every model: fit, predict, embed, and a state that saves and loads."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.stopping import StopRequest
from azeotrope.typing import FloatArray, IntArray

State = dict[str, Any]


@dataclass(frozen=True)
class FitContext:
    """Where and how a fit runs; nothing here changes its result.

    Attributes
    ----------
    resume_file
        File in which an interruptible fit keeps its progress and from which it continues; None keeps nothing.
    cache_folder
        Folder of the shared feature cache; None computes features without a cache.
    show_progress
        Draw progress bars.
    until
        Share of the training, in (0, 1], after which an iterative fit raises `FitPaused`. A network saves its progress
        first, and the next fit with the same resume file continues; boosted trees start over, and come to the same.
    stop
        Asked when the process is to end; an iterative fit ends soon, a network after a save.
    """

    resume_file: Path | None = None
    cache_folder: Path | None = None
    show_progress: bool = False
    until: float = 1.0
    stop: StopRequest = field(default_factory=StopRequest)


class Model(ABC):
    """A property model of mixtures.

    A model is built from configuration alone (constructor arguments), learns in `fit`, and is restored by building it
    from the same configuration and calling `load_state`.
    """

    def check(self, dataset: Dataset) -> None:
        """Raise `ConfigError` with the reason when this model does not fit the data set; called before any work."""

    @abstractmethod
    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """Learn from the train rows; the validation rows may only choose when to stop and how far to shrink.

        Parameters
        ----------
        dataset
            Table and property; values outside `train` and `validation` must not influence the result (the ideal
            baseline, which reads measured pure references, is the documented exception).
        train, validation
            Row indices of the table.
        context
            Resume file, cache, progress, and when to stop.

        Raises
        ------
        FitPaused
            When an iterative fit has done `context.until` of its training, and that is not all of it.
        Stopped
            When the process was told to end.
        """

    @abstractmethod
    def predict(self, mixtures: Mixtures) -> FloatArray:
        """Return one value per mixture in the unit of the training data, shape `(n,)`.

        The result of a row does not depend on the other rows. NaN where the model has no answer. Molecules are
        recognised by InChI, never by index, so `mixtures` may index other molecules than the training data.
        """

    @abstractmethod
    def embed(self, mixtures: Mixtures) -> FloatArray | None:
        """Return the representation of each mixture before temperature and predictor, shape `(n, d)`, or None."""

    def add_pure_values(self, dataset: Dataset) -> None:
        """Use the pure rows of a data set, in the unit of the training data, beside those learned in `fit`.

        Raises
        ------
        ConfigError
            When this model does not read measured pure values.
        """
        raise ConfigError(
            "the model does not read measured pure values; train it with decomposition=excess "
            "decomposition.pure=measured"
        )

    def report(self) -> dict[str, float]:
        """Return numbers of the fit that stand beside the metrics, by a name that is no metric's."""
        return {}

    @abstractmethod
    def state(self) -> State:
        """Return all that was learned as tensors, strings, numbers and lists/dicts of them (`weights_only` safe)."""

    @abstractmethod
    def load_state(self, state: State) -> None:
        """Restore what `state` returned; afterwards `predict` gives equal numbers."""
