"""A proof that no partition does better, in whole numbers that anybody can check by hand or by a few lines of code."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.partition_rule import PartitionRule, Quantity


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """Multipliers of inequalities whose sum no assignment can fulfil.

    Every partition that obeys the rule makes each of these at least 0 (the first exactly 0)::

        held-out components - n_held_out        test units - min_test_units     train units - min_train_units
        x[v] - y[e]                              1 - x[v] - z[e]                 sum of y[e] over the sets of v - x[v]

    where `x[v]` is 1 if component `v` is held out, `y[e]` if all members of set `e` are, `z[e]` if none is. So the sum
    of multiplier times inequality is at least 0; if its largest value for numbers between 0 and 1 is below 0, nothing
    obeys the rule.

    Attributes
    ----------
    held_out
        Multiplier of the first, of any sign; all others are not negative.
    test, train
        Multipliers of the second and the third.
    in_test, in_train
        Component set, component, and multiplier of the fourth and the fifth, where it is not 0.
    tested
        Component and multiplier of the last, where it is not 0.
    """

    held_out: int
    test: int
    train: int
    in_test: tuple[tuple[int, int, int], ...]
    in_train: tuple[tuple[int, int, int], ...]
    tested: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Branch:
    """Two cases that leave no third: the component is kept for training, or it is held out.

    Attributes
    ----------
    component
        The component that the cases are about.
    kept, held_out
        What refutes each case.
    """

    component: int
    kept: "Refutation"
    held_out: "Refutation"


Refutation = Branch | Contradiction


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The largest number of units of a kind under a rule, a partition that has it, and why none has more.

    Attributes
    ----------
    rule
        The rule.
    graph_hash
        `ComponentGraph.content_hash` of the graph whose components and sets are numbered here.
    quantity
        What is largest.
    optimum
        The largest number, or None where no partition obeys the rule.
    witness
        Held-out components of a partition that reaches it, or None.
    refutation
        Refutes the rule with more than `optimum` units, or the rule itself where `optimum` is None.
    """

    rule: PartitionRule
    graph_hash: str
    quantity: Quantity
    optimum: int | None
    witness: tuple[int, ...] | None
    refutation: Refutation

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Certificate":
        """Rebuild a certificate; whether it proves anything is for `check_certificate` to say.

        Raises
        ------
        SplitError
            When the values are not laid out like a certificate.
        """
        try:
            rest = dict(values)
            rule, refutation = PartitionRule(**rest.pop("rule")), _refutation(rest.pop("refutation"))
            witness = rest.pop("witness")
            return cls(rule=rule, refutation=refutation, witness=None if witness is None else tuple(witness), **rest)
        except (AttributeError, ConfigError, KeyError, TypeError, RecursionError) as error:
            raise SplitError(f"this is not a certificate of a partition: {error!r}") from error


def count_contradictions(refutation: Refutation) -> int:
    """Return the number of cases that are told apart."""
    if isinstance(refutation, Contradiction):
        return 1
    return count_contradictions(refutation.kept) + count_contradictions(refutation.held_out)


def _refutation(values: Mapping[str, Any]) -> Refutation:
    if "component" in values:
        return Branch(values["component"], _refutation(values["kept"]), _refutation(values["held_out"]))
    lists = ("in_test", "in_train", "tested")
    rows: dict[str, Any] = {name: tuple(tuple(row) for row in values[name]) for name in lists}
    rest = {name: value for name, value in values.items() if name not in lists}
    return Contradiction(**rest, **rows)
