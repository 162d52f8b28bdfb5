"""What a search may choose: options or a range for keys of the configuration, and one seeded draw of each."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azeotrope.errors import ConfigError

Value = str | int | float | bool | None

SIGNIFICANT_DIGITS = 3
LEAVES = ({"choices"}, {"low", "high"}, {"low", "high", "log"})
# A group that decides others, which a search then leaves as they are.
DECIDES = {"ablation": ("interaction", "aggregator")}


@dataclass(frozen=True)
class Choices:
    """Options, each as likely as the others.

    Attributes
    ----------
    options
        Names of a group's options, or values of a key.
    """

    options: tuple[Value, ...]

    def at(self, position: float) -> Value:
        """Return the option at a position in [0, 1)."""
        return self.options[int(position * len(self.options))]


@dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high`, uniform themselves or, with `log`, in their logarithm.

    Attributes
    ----------
    low, high, log
        The range; both ends belong to it.
    """

    low: float
    high: float
    log: bool

    def at(self, position: float) -> float:
        """Return the number at a position in [0, 1], with three significant digits."""
        if self.log:
            value = math.exp(math.log(self.low) + position * (math.log(self.high) - math.log(self.low)))
        else:
            value = self.low + position * (self.high - self.low)
        return min(max(float(f"{value:.{SIGNIFICANT_DIGITS}g}"), self.low), self.high)


Space = Mapping[str, Choices | Range]


def space_of(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Choices | Range]:
    """Return the parameters of a space by the key that they set.

    Parameters
    ----------
    tree
        Plain values, nested as the configuration is, with ``choices: [...]`` or ``low, high, log`` at the keys to
        choose.
    prefix
        Where the tree stands.

    Raises
    ------
    ConfigError
        Naming the entry that is neither.

    Examples
    --------
    >>> space_of({"predictor": {"max_depth": {"choices": [3, 5]}}})
    {'predictor.max_depth': Choices(options=(3, 5))}
    """
    found: dict[str, Choices | Range] = {}
    for key, node in tree.items():
        where = f"{prefix}{key}"
        if not isinstance(node, Mapping) or not node:
            raise ConfigError(
                f"space.{where} is {node!r}; write {{choices: [...]}} or {{low: ..., high: ..., log: true}}"
            )
        if node.keys() & {"choices", "low", "high", "log"}:
            found[where] = _parameter(node, where)
        else:
            found |= space_of(node, f"{where}.")
    return found


def fixed_keys(space: Space, keys: Sequence[str]) -> list[str]:
    """Return the parameters of a space that a user who typed these keys has decided, in the order of the space."""
    decided = {*keys, *(key for group in keys for key in DECIDES.get(group, ()))}
    return [key for key in space if key in decided]


def draw(space: Space, seed: int, number: int) -> dict[str, Value]:
    """Return the parameters of a trial, the same on any machine.

    A parameter depends on the seed, the number of the trial and its own key, not on which others are drawn.
    """
    return {key: parameter.at(_position(f"{seed}/{number}/{key}")) for key, parameter in space.items()}


def _position(text: str) -> float:
    """Return a number in [0, 1) that follows from a text, with 53 random bits."""
    return (int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11) / 2**53


def _parameter(node: Mapping[str, Any], where: str) -> Choices | Range:
    """Return the parameter that a leaf of the tree describes."""
    if set(node) not in LEAVES:
        raise ConfigError(f"space.{where} has {', '.join(node)}; it takes choices, or low, high and log")
    if "choices" in node:
        return _choices(node["choices"], where)
    low, high, log = node["low"], node["high"], node.get("log", False)
    are_numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (low, high))
    if not are_numbers or not low < high or (log and low <= 0) or not isinstance(log, bool):
        positive = "0 < " if log else ""
        raise ConfigError(f"space.{where} is low={low!r}, high={high!r}, log={log!r}; it needs {positive}low < high")
    return Range(float(low), float(high), log)


def _choices(options: Any, where: str) -> Choices:
    """Return options that are plain and differ."""
    if not isinstance(options, list) or not options or not all(isinstance(each, Value) for each in options):
        raise ConfigError(f"space.{where}.choices is {options!r}; it must be a list of names or numbers")
    if len({(type(each), each) for each in options}) < len(options):
        raise ConfigError(f"space.{where}.choices is {options!r}; an option stands in it twice")
    return Choices(tuple(options))
