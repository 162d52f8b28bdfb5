"""Mixture-temperature split: unseen combinations at temperatures beyond those of train."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.holdout import keep_train_sets
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.parts import check_fold, make_split
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.typing import FloatArray

Direction = Literal["low_to_high", "high_to_low"]
SIGN: dict[str, float] = {"low_to_high": 1.0, "high_to_low": -1.0}
TAIL_ONE_IN = 10


@dataclass(frozen=True, kw_only=True)
class MixtureTemperatureSplit(SplitFamily):
    """A `mixture` fold of the same seed, trained in one half of the temperatures, tested in the opposite tail.

    The half holds the colder (hotter) half of the mixture rows, and the tail the hottest (coldest) tenth, each with
    all rows that tie with its limit; both limits are temperatures that occur. Pure rows, like all train and
    validation rows, stay only where they lie in the training half.

    Attributes
    ----------
    direction
        ``low_to_high`` trains cold and tests hot, ``high_to_low`` the opposite.
    seed
        Seed of the mixture split.
    max_train_mixtures
        Number of component sets, of those in the training half, that stay in train; None keeps all.
    """

    direction: Direction = "low_to_high"
    seed: int = 0
    max_train_mixtures: int | None = None

    def __post_init__(self) -> None:
        if self.direction not in SIGN:
            raise ConfigError(f"direction is {self.direction!r}; choose one of {', '.join(SIGN)}")

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused without temperatures, or where the tail would touch the half."""
        check_fold(self, fold)
        sign = SIGN[self.direction]
        warmth = sign * _temperatures(table)
        half, tail = _half_and_tail(warmth[is_mixture(table)])
        if tail <= half:
            raise SplitError(
                f"half of the mixture rows and the opposite tenth meet at {sign * half:g} K: "
                "the temperatures are too few or too uneven for a mixture_temperature split"
            )
        base = MixtureSplit(seed=self.seed).split(table, fold)
        train = base.train[warmth[base.train] <= half]
        train = keep_train_sets(table, train, self.max_train_mixtures, self.seed, f"mixture train {fold}")
        validation = base.validation[warmth[base.validation] <= half]
        test = base.test[warmth[base.test] >= tail]
        words = ("at or below", "at or above") if sign > 0 else ("at or above", "at or below")
        note = f"train and validation {words[0]} {sign * half:g} K, test {words[1]} {sign * tail:g} K"
        return make_split(train, validation, test, promise="component_set", notes=(note,))


def _temperatures(table: MixtureTable) -> FloatArray:
    """Temperature of each row in kelvin, all known."""
    temperature_k = table.mixtures.temperature_k
    if temperature_k is None:
        raise SplitError("this data set has no temperature; use split=mixture instead of split=mixture_temperature")
    unknown = np.flatnonzero(~np.isfinite(temperature_k))
    if len(unknown):
        row = table.take(unknown[:1]).row_ids()[0]
        raise SplitError(f"{len(unknown)} rows have no temperature, such as {row}; mixture_temperature needs them all")
    return temperature_k


def _half_and_tail(warmth: FloatArray) -> tuple[float, float]:
    """Highest value of the lower half and lowest value of the upper tenth, both as values that occur."""
    ordered = np.sort(warmth)
    if len(ordered) == 0:
        raise SplitError("the table has no mixture rows")
    tail_size = -(-len(ordered) // TAIL_ONE_IN)
    return float(ordered[(len(ordered) - 1) // 2]), float(ordered[len(ordered) - tail_size])
