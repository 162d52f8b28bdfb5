"""What a partition of the components must offer before a transfer to unseen components may be tested on it."""

from dataclasses import dataclass, replace
from typing import Literal

from azeotrope.datasets.choices import check_choices
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.partition_graph import ComponentGraph

Quantity = Literal["test_units", "train_units"]


@dataclass(frozen=True, kw_only=True)
class PartitionRule:
    """The rule that a strict component partition must obey.

    Attributes
    ----------
    n_held_out
        Exact number of held-out components, at least 1.
    min_test_units
        Least number of units whose components are all held out.
    min_train_units
        Least number of units none of whose components is held out.
    every_held_out_in_test
        Whether each held-out component must occur in a test unit.

    Raises
    ------
    ConfigError
        When a number is not a whole number or out of range, or the last is not a boolean.
    """

    n_held_out: int
    min_test_units: int
    min_train_units: int
    every_held_out_in_test: bool

    def __post_init__(self) -> None:
        """Refuse what no partition can be asked for."""
        check_choices(self)
        for name, least in (("n_held_out", 1), ("min_test_units", 0), ("min_train_units", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ConfigError(f"{name} of a partition rule is {value!r}; give a whole number of at least {least}")

    def check_fits(self, graph: ComponentGraph) -> None:
        """Raise SplitError when there are fewer components than must be held out."""
        if self.n_held_out > graph.n_components:
            raise SplitError(
                f"the rule holds out {self.n_held_out} components, but the {graph.n_units} units have only "
                f"{graph.n_components}; choose a smaller n_held_out"
            )

    def beyond(self, quantity: Quantity, value: int) -> "PartitionRule":
        """Return the same rule with more than `value` test or train units."""
        changes: dict[str, int] = {f"min_{quantity}": value + 1}
        return replace(self, **changes)  # type: ignore[arg-type]  # mypy does not see which fields are named
