import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import SplitError
from azeotrope.splits.partition_certificate import Branch, Certificate, count_contradictions
from azeotrope.splits.partition_check import check_certificate
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partitions import largest_test_set

RULE = PartitionRule(n_held_out=5, min_test_units=3, min_train_units=14, every_held_out_in_test=True)


def graph_of(seed: int, n_components: int = 14) -> ComponentGraph:
    rng = np.random.default_rng(seed)
    names = tuple(f"M{i:02}" for i in range(n_components))
    pairs = [rng.choice(n_components, size=2, replace=False).tolist() for _ in range(40)]
    molecules = Molecules(names, names, np.ones(n_components))
    return ComponentGraph.of(Mixtures.from_rows(molecules, [[(a, 0.5), (b, 0.5)] for a, b in pairs]))


@pytest.fixture(scope="module")
def graph() -> ComponentGraph:
    return graph_of(0)


@pytest.fixture(scope="module")
def certificate(graph: ComponentGraph) -> Certificate:
    return largest_test_set(graph, RULE)


def first_leaf(tree: dict[str, Any]) -> dict[str, Any]:
    return first_leaf(tree["kept"]) if "component" in tree else tree


def test_it_survives_json(graph: ComponentGraph, certificate: Certificate) -> None:
    assert isinstance(certificate.refutation, Branch)
    assert count_contradictions(certificate.refutation) > 2
    again = Certificate.from_dict(json.loads(json.dumps(certificate.to_dict())))
    assert again == certificate
    check_certificate(graph, RULE, again)


def drop_a_leaf(values: dict[str, Any]) -> None:
    values["refutation"] = values["refutation"]["kept"]


def claim_one_case_twice(values: dict[str, Any]) -> None:
    values["refutation"]["held_out"] = values["refutation"]["kept"]


def empty_a_leaf(values: dict[str, Any]) -> None:
    first_leaf(values["refutation"]).update(held_out=0, test=0, train=0, in_test=[], in_train=[], tested=[])


def weaken_a_leaf(values: dict[str, Any]) -> None:
    first_leaf(values["refutation"])["in_test"] = []


def make_a_multiplier_negative(values: dict[str, Any]) -> None:
    first_leaf(values["refutation"])["in_test"][0][2] = -1


def make_a_multiplier_a_float(values: dict[str, Any]) -> None:
    first_leaf(values["refutation"])["test"] = 1e300


def claim_less(values: dict[str, Any]) -> None:
    values["optimum"] -= 1


def claim_more(values: dict[str, Any]) -> None:
    values["optimum"] += 1


def claim_that_there_is_none(values: dict[str, Any]) -> None:
    values.update(optimum=None, witness=None)


def lose_the_witness(values: dict[str, Any]) -> None:
    values["witness"] = None


def lose_the_optimum(values: dict[str, Any]) -> None:
    values["optimum"] = None


def repeat_a_component(values: dict[str, Any]) -> None:
    values["witness"][0] = values["witness"][1]


def shorten_the_witness(values: dict[str, Any]) -> None:
    values["witness"].pop()


def swap_a_component(values: dict[str, Any]) -> None:
    values["witness"][0] = next(v for v in range(14) if v not in values["witness"])


def name_a_component_that_is_not(values: dict[str, Any]) -> None:
    values["witness"][0] = 14


def branch_on_nothing(values: dict[str, Any]) -> None:
    values["refutation"]["component"] = 14


def branch_twice(values: dict[str, Any]) -> None:
    tree = values["refutation"]
    tree["held_out"] = {"component": tree["component"], "kept": tree["kept"], "held_out": tree["held_out"]}


def use_a_foreign_entry(values: dict[str, Any]) -> None:
    first_leaf(values["refutation"])["in_test"].append([0, 13, 1])
    first_leaf(values["refutation"])["in_test"].append([0, 12, 1])
    first_leaf(values["refutation"])["in_test"].append([0, 11, 1])


def speak_of_another_quantity(values: dict[str, Any]) -> None:
    values["quantity"] = "excluded_units"


def speak_of_another_rule(values: dict[str, Any]) -> None:
    values["rule"]["min_train_units"] += 1


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (drop_a_leaf, "is not refuted"),
        (claim_one_case_twice, "is not refuted|cannot be divided"),
        (empty_a_leaf, "can be 0, which is not below 0"),
        (weaken_a_leaf, "is not refuted"),
        (make_a_multiplier_negative, "-1 where a whole number of at least 0"),
        (make_a_multiplier_a_float, r"1e\+300 where a whole number"),
        (claim_less, "not the optimum"),
        (claim_more, "not the optimum"),
        (claim_that_there_is_none, "is not refuted"),
        (lose_the_witness, "does not name 5 different components"),
        (lose_the_optimum, "not the optimum"),
        (repeat_a_component, "does not name 5 different components"),
        (shorten_the_witness, "does not name 5 different components"),
        (swap_a_component, "too few units|in no test unit|not the optimum"),
        (name_a_component_that_is_not, "names component 14 of 14"),
        (branch_on_nothing, "cannot be divided by component 14"),
        (branch_twice, "cannot be divided by component"),
        (use_a_foreign_entry, "in set 0, where it does not occur"),
        (speak_of_another_quantity, "'excluded_units', not about"),
        (speak_of_another_rule, "about another rule"),
    ],
)
def test_tampering_is_found(
    graph: ComponentGraph, certificate: Certificate, tamper: Callable[[dict[str, Any]], None], reason: str
) -> None:
    values = json.loads(json.dumps(certificate.to_dict()))
    untouched = deepcopy(values)
    tamper(values)
    assert values != untouched
    with pytest.raises(SplitError, match=reason):
        check_certificate(graph, RULE, Certificate.from_dict(values))


def test_a_demand_that_the_rule_does_not_make_is_no_argument(graph: ComponentGraph) -> None:
    lenient = PartitionRule(n_held_out=5, min_test_units=3, min_train_units=14, every_held_out_in_test=False)
    values = largest_test_set(graph, lenient).to_dict()
    first_leaf(values["refutation"])["tested"] = [[0, 1]]
    with pytest.raises(SplitError, match="which the rule does not demand"):
        check_certificate(graph, lenient, Certificate.from_dict(values))


def test_it_proves_nothing_about_another_graph(certificate: Certificate) -> None:
    other = graph_of(1)
    with pytest.raises(SplitError, match="about another graph"):
        check_certificate(other, RULE, certificate)
    values = {**certificate.to_dict(), "graph_hash": other.content_hash}
    with pytest.raises(SplitError, match=r"certificate|witness|refuted"):
        check_certificate(other, RULE, Certificate.from_dict(values))


@pytest.mark.parametrize("missing", ["rule", "refutation", "optimum", "witness"])
def test_an_incomplete_file_is_refused(certificate: Certificate, missing: str) -> None:
    values = certificate.to_dict()
    del values[missing]
    with pytest.raises(SplitError, match="this is not a certificate of a partition"):
        Certificate.from_dict(values)
    with pytest.raises(SplitError, match="this is not a certificate of a partition"):
        Certificate.from_dict({**certificate.to_dict(), "refutation": {"kept": {}}})


def test_a_rule_that_is_none_makes_no_certificate(certificate: Certificate) -> None:
    values = certificate.to_dict()
    values["rule"]["every_held_out_in_test"] = "maybe"
    with pytest.raises(SplitError, match="this is not a certificate of a partition"):
        Certificate.from_dict(values)
