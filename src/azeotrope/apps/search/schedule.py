"""When a search looks at its trials, and how many go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azeotrope.apps.checks import whole_number
from azeotrope.errors import ConfigError


@dataclass(frozen=True)
class Schedule:
    """Successive halving.

    An epoch is the share ``1 / epochs`` of a trial's training, counted in optimisation steps or trees: small tables are
    trained by a number of steps, and trees know no epochs.

    Attributes
    ----------
    epochs
        Epochs of a whole training.
    grace
        Epochs that every trial gets.
    reduction
        One in so many trials goes on at each rung.
    """

    epochs: int
    grace: int
    reduction: int

    @classmethod
    def of(cls, epochs: Any, grace: Any, reduction: Any) -> "Schedule":
        """Return the schedule of these numbers.

        Raises
        ------
        ConfigError
            When one is no whole number, or trials would have no rung at which to be compared.
        """
        schedule = cls(
            whole_number(epochs, "epochs", 1), whole_number(grace, "grace", 1), whole_number(reduction, "reduction", 2)
        )
        if schedule.grace > schedule.epochs:
            raise ConfigError(f"grace is {grace}; it must not be more than the {epochs} epochs of a trial")
        return schedule

    @property
    def rungs(self) -> tuple[int, ...]:
        """Epochs after which trials are compared, and at last the end.

        Examples
        --------
        >>> Schedule(50, 3, 2).rungs
        (3, 6, 12, 24, 48, 50)
        """
        rungs = []
        rung = self.grace
        while rung < self.epochs:
            rungs.append(rung)
            rung *= self.reduction
        return (*rungs, self.epochs)


def stands(value: float, compared: Sequence[float | None], reduction: int) -> bool:
    """Return whether a value is among the best of those that were compared at a rung.

    Parameters
    ----------
    value
        Smaller is better.
    compared
        Values at the rung, that one included; None of trials that have not come there.
    reduction
        One in so many stands; of fewer than so many, the best.
    """
    values = sorted(each for each in compared if each is not None)
    return value <= values[max(len(values) // reduction, 1) - 1]
