"""What a fit learns beside the weights: scales, mixing rule and measured pure values."""

from dataclasses import dataclass

from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.datasets.dataset import Dataset
from azeotrope.models.protocol import State
from azeotrope.models.references import PureReferences
from azeotrope.models.scaling import Standardization
from azeotrope.typing import IntArray


@dataclass(frozen=True)
class Learned:
    """Everything a network needs to know about its training data.

    Attributes
    ----------
    temperature_scale, target
        Scales of the temperature in kelvin and of the property, from the training rows.
    rule
        Ideal mixing rule of the property.
    references
        Measured pure values of the training rows, or None where the model does not read them.
    has_solute
        Whether the property has a solute.
    """

    temperature_scale: Standardization
    target: Standardization
    rule: MixingRule
    references: PureReferences | None
    has_solute: bool

    @classmethod
    def of(cls, dataset: Dataset, train: IntArray, *, measured_pure: bool) -> "Learned":
        """Learn from the train rows."""
        mixtures = dataset.table.mixtures
        known = None if mixtures.temperature_k is None else mixtures.temperature_k[train]
        return cls(
            Standardization(0.0, 1.0) if known is None else Standardization.fit(known),
            Standardization.fit(dataset.table.value[train]),
            dataset.info.mixing_rule,
            PureReferences.among(dataset, train) if measured_pure else None,
            has_solute=mixtures.solute is not None,
        )

    def state(self) -> State:
        """Return what `from_state` restores."""
        return {
            "target": [self.target.mean, self.target.deviation],
            "temperature_k": [self.temperature_scale.mean, self.temperature_scale.deviation],
            "mixing_rule": self.rule.name,
            "references": None if self.references is None else self.references.state(),
            "has_solute": self.has_solute,
        }

    @classmethod
    def from_state(cls, state: State) -> "Learned":
        """Restore what `state` returned; other keys are ignored."""
        references = state["references"]
        return cls(
            Standardization(*state["temperature_k"]),
            Standardization(*state["target"]),
            MixingRule.named(state["mixing_rule"]),
            None if references is None else PureReferences.from_state(references),
            has_solute=state["has_solute"],
        )
