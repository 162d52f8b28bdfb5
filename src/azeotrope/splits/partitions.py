"""Does a strict component partition obey a rule, and how large can its test or train set be? Answered with proof."""

from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_certificate import Certificate, Refutation
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_programme import PartitionProgramme
from azeotrope.splits.partition_refutation import refute
from azeotrope.splits.partition_rule import PartitionRule, Quantity


def find_partition(graph: ComponentGraph, rule: PartitionRule) -> Partition | Certificate:
    """Return a partition that obeys the rule, or a certificate that there is none.

    Raises
    ------
    SplitError
        When there are fewer components than must be held out, or the question stays open (see `refute`).
    """
    found = _propose(graph, rule, "test_units") or refute(graph, rule)
    return found if isinstance(found, Partition) else _certificate(graph, rule, "test_units", None, found)


def largest_test_set(graph: ComponentGraph, rule: PartitionRule) -> Certificate:
    """Return the largest number of test units of any partition that obeys the rule, with its proof.

    Raises
    ------
    SplitError
        When there are fewer components than must be held out, or the question stays open (see `refute`).
    """
    return _largest(graph, rule, "test_units")


def largest_train_set(graph: ComponentGraph, rule: PartitionRule) -> Certificate:
    """Return the largest number of train units of any partition that obeys the rule, with its proof.

    Raises
    ------
    SplitError
        When there are fewer components than must be held out, or the question stays open (see `refute`).
    """
    return _largest(graph, rule, "train_units")


def _largest(graph: ComponentGraph, rule: PartitionRule, quantity: Quantity) -> Certificate:
    """Raise the best known number until more is refuted; the solver's proposal is usually the last already."""
    best = _propose(graph, rule, quantity)
    while True:
        demand = rule if best is None else rule.beyond(quantity, len(getattr(best, quantity)))
        better = refute(graph, demand)
        if not isinstance(better, Partition):
            return _certificate(graph, rule, quantity, best, better)
        best = better


def _propose(graph: ComponentGraph, rule: PartitionRule, quantity: Quantity) -> Partition | None:
    """Return the solver's partition if counting confirms that it obeys the rule."""
    rule.check_fits(graph)
    held_out = PartitionProgramme(graph, rule).propose(quantity)
    if held_out is None:
        return None
    proposed = Partition.of(graph, held_out)
    return proposed if proposed.obeys(rule) else None


def _certificate(
    graph: ComponentGraph, rule: PartitionRule, quantity: Quantity, best: Partition | None, refutation: Refutation
) -> Certificate:
    return Certificate(
        rule=rule,
        graph_hash=graph.content_hash,
        quantity=quantity,
        optimum=None if best is None else len(getattr(best, quantity)),
        witness=None if best is None else tuple(best.held_out.tolist()),
        refutation=refutation,
    )
