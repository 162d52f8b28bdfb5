"""How a prediction is composed: directly from the mixture embedding, or of an ideal and an excess part."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.aggregators import Aggregator

if TYPE_CHECKING:
    from azeotrope.models.neural.readout import MixtureReadout, ReadoutParts


class Decomposition(ABC):
    """Contract of a decomposition.

    Attributes
    ----------
    learns_from_measured_pure
        Whether training compares its parts with the measured pure values of the training rows.
    predicts_from_measured_pure
        Whether predictions use them too, so that they are part of the trained model.
    """

    learns_from_measured_pure: bool = False
    predicts_from_measured_pure: bool = False

    def check_aggregator(self, aggregator: Aggregator) -> None:
        """Raise `ConfigError` when this decomposition does not go with the aggregator."""

    def check(self, dataset: Dataset) -> None:
        """Raise `ConfigError` when this decomposition does not fit the data set."""

    @abstractmethod
    def build(self, parts: "ReadoutParts") -> "MixtureReadout":
        """Return a new `MixtureReadout` with random weights, made of the given parts."""


@dataclass(frozen=True)
class Direct(Decomposition):
    """The predictor reads the aggregated embedding and the context."""

    def build(self, parts: "ReadoutParts") -> "MixtureReadout":
        """See `Decomposition.build`."""
        from azeotrope.models.neural.readout import DirectReadout

        return DirectReadout(parts)


@dataclass(frozen=True)
class Excess(Decomposition):
    """Ideal mixing of pure values, plus a learned excess part that is exactly zero for a pure compound.

    Attributes
    ----------
    pure
        ``own``: pure values are the model's own predictions. ``measured``: those of the training data where they
        exist in the same context, else the model's own.
    """

    learns_from_measured_pure = True
    pure: str

    def __post_init__(self) -> None:
        """Refuse another source of pure values."""
        if self.pure not in ("own", "measured"):
            raise ConfigError(f"decomposition.pure is {self.pure!r}; it must be own or measured")

    @property
    def predicts_from_measured_pure(self) -> bool:  # type: ignore[override]
        """See `Decomposition`."""
        return self.pure == "measured"

    def check_aggregator(self, aggregator: Aggregator) -> None:
        """See `Decomposition.check_aggregator`; an excess that is zero for pure compounds needs a lawful one."""
        if not aggregator.is_lawful:
            raise ConfigError(
                f"decomposition=excess cannot keep the pure limit with the aggregator {type(aggregator).__name__}, "
                "which depends on the order of components; choose aggregator=weighted_sum, or decomposition=direct"
            )

    def check(self, dataset: Dataset) -> None:
        """See `Decomposition.check`; the mixing rule must have a tensor form, and measured pure values must exist."""
        from azeotrope.models.neural.mixing import tensor_form

        tensor_form(dataset.info.mixing_rule)
        if self.predicts_from_measured_pure and not dataset.table.mixtures.is_pure.any():
            raise ConfigError(
                f"decomposition.pure=measured needs measured pure values, but {dataset.info.dataset} has no pure rows; "
                "use decomposition.pure=own"
            )

    def build(self, parts: "ReadoutParts") -> "MixtureReadout":
        """See `Decomposition.build`."""
        from azeotrope.models.neural.excess import ExcessReadout

        return ExcessReadout(parts, reads_measured_pure=self.predicts_from_measured_pure)
