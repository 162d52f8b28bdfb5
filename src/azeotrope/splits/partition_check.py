"""The independent check of a certificate: counting, and sums of whole numbers. It shares no code with the search."""

from collections.abc import Mapping

from azeotrope.errors import SplitError
from azeotrope.splits.partition_certificate import Branch, Certificate, Contradiction, Refutation
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule


def check_certificate(graph: ComponentGraph, rule: PartitionRule, certificate: Certificate) -> None:
    """Accept a certificate only if it proves what it says of this graph and this rule.

    The witness is counted unit by unit. Every contradiction of the tree is summed in whole numbers; the tree covers all
    assignments, since each branch has both cases of a component. No solver and no rounding takes part.

    Raises
    ------
    SplitError
        With the reason, when anything is amiss.
    """
    if certificate.graph_hash != graph.content_hash:
        raise SplitError("the certificate is about another graph: its graph_hash differs")
    if certificate.rule != rule:
        raise SplitError(f"the certificate is about another rule: {certificate.rule}, not {rule}")
    if certificate.quantity not in {"test_units", "train_units"}:
        raise SplitError(f"the certificate is about {certificate.quantity!r}, not about test_units or train_units")
    sets = _sets(graph)
    demand = rule
    if certificate.optimum is not None or certificate.witness is not None:
        _check_witness(graph, sets, certificate)
        demand = rule.beyond(certificate.quantity, _whole(certificate.optimum, least=0))
    _check_refutation(_Sum(graph, sets, demand), certificate.refutation, {})


def _sets(graph: ComponentGraph) -> list[set[int]]:
    """Components of each set."""
    member, offsets = graph.member.tolist(), graph.offsets.tolist()
    return [set(member[offsets[e] : offsets[e + 1]]) for e in range(graph.n_sets)]


def _whole(value: object, *, least: int | None = None) -> int:
    """Return a whole number of at least `least`, or refuse it."""
    if type(value) is not int or (least is not None and value < least):
        raise SplitError(f"the certificate has {value!r} where a whole number{_at_least(least)} belongs")
    return value


def _at_least(least: int | None) -> str:
    return "" if least is None else f" of at least {least}"


def _check_witness(graph: ComponentGraph, sets: list[set[int]], certificate: Certificate) -> None:
    """Refuse a witness that breaks the rule or does not reach the optimum."""
    rule, held_out = certificate.rule, {_whole(v, least=0) for v in certificate.witness or ()}
    units = [sets[e] for e in graph.set_of_unit.tolist()]
    test = [unit for unit in units if unit <= held_out]
    counts = {"test_units": len(test), "train_units": sum(not unit & held_out for unit in units)}
    if len(held_out) != rule.n_held_out or len(certificate.witness or ()) != rule.n_held_out:
        raise SplitError(f"the witness {certificate.witness} does not name {rule.n_held_out} different components")
    if max(held_out) >= graph.n_components:
        raise SplitError(f"the witness names component {max(held_out)} of {graph.n_components}")
    if counts["test_units"] < rule.min_test_units or counts["train_units"] < rule.min_train_units:
        raise SplitError(f"the witness has too few units: {counts}")
    if rule.every_held_out_in_test and set().union(*test) != held_out:
        raise SplitError("a held-out component of the witness is in no test unit")
    if counts[certificate.quantity] != certificate.optimum:
        raise SplitError(f"the witness has {counts[certificate.quantity]} {certificate.quantity}, not the optimum")


def _check_refutation(total: "_Sum", refutation: Refutation, fixed: Mapping[int, int]) -> None:
    """Refuse a tree with a case that is not refuted."""
    if isinstance(refutation, Contradiction):
        largest = total.largest(refutation, fixed)
        if largest >= 0:
            raise SplitError(f"the case {dict(fixed)} is not refuted: its sum can be {largest}, which is not below 0")
        return
    if not isinstance(refutation, Branch):
        raise SplitError(f"the case {dict(fixed)} is left open: {refutation!r} is no refutation")
    component = _whole(refutation.component, least=0)
    if component in fixed or component >= total.n_components:
        raise SplitError(f"the case {dict(fixed)} cannot be divided by component {component}")
    _check_refutation(total, refutation.kept, {**fixed, component: 0})
    _check_refutation(total, refutation.held_out, {**fixed, component: 1})


class _Sum:
    """The sum of multiplied inequalities as a linear function of `x`, `y` and `z`."""

    def __init__(self, graph: ComponentGraph, sets: list[set[int]], rule: PartitionRule) -> None:
        self.n_components = graph.n_components
        self.weight: list[int] = graph.weight.tolist()
        self.sets = sets
        self.rule = rule

    def largest(self, proof: Contradiction, fixed: Mapping[int, int]) -> int:
        """Return the largest value with the given `x` fixed and all other variables between 0 and 1."""
        held_out, test, train = _whole(proof.held_out), _whole(proof.test, least=0), _whole(proof.train, least=0)
        rule = self.rule
        constant = -held_out * rule.n_held_out - test * rule.min_test_units - train * rule.min_train_units
        x: list[int] = [held_out] * self.n_components
        y: list[int] = [test * weight for weight in self.weight]
        z: list[int] = [train * weight for weight in self.weight]
        for e, v, multiplier in proof.in_test:
            x[v] += self._multiplier(e, v, multiplier)
            y[e] -= multiplier
        for e, v, multiplier in proof.in_train:
            constant += self._multiplier(e, v, multiplier)
            x[v] -= multiplier
            z[e] -= multiplier
        for v, multiplier in proof.tested:
            x[v] -= self._demand(v, multiplier)
            for e, members in enumerate(self.sets):
                y[e] += multiplier * (v in members)
        free = [slope for v, slope in enumerate(x) if v not in fixed] + y + z
        return constant + sum(x[v] * value for v, value in fixed.items()) + sum(max(slope, 0) for slope in free)

    def _multiplier(self, e: object, v: object, multiplier: object) -> int:
        """Refuse the multiplier of an entry that the graph does not have."""
        if _whole(e, least=0) >= len(self.sets) or _whole(v, least=0) not in self.sets[_whole(e)]:
            raise SplitError(f"the certificate uses component {v} in set {e}, where it does not occur")
        return _whole(multiplier, least=0)

    def _demand(self, v: object, multiplier: object) -> int:
        """Refuse a multiplier of a demand that the rule does not make."""
        if not self.rule.every_held_out_in_test or _whole(v, least=0) >= self.n_components:
            raise SplitError(f"the certificate uses that component {v} must be tested, which the rule does not demand")
        return _whole(multiplier, least=0)
