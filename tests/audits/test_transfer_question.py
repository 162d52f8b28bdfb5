import json

import numpy as np
import pytest
from scipy.stats import beta

from azeotrope.audits.transfer_question import PartitionQuestion
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partition_sampling import PartitionSample

NAMES = ("A", "B", "C", "D", "E", "F", "not used")
# Two pairs of twins that are rated twice, and a chain that joins nothing else.
PAIRS = [(0, 1), (0, 1), (2, 3), (2, 3), (4, 5)]


@pytest.fixture
def units() -> Mixtures:
    molecules = Molecules(NAMES, NAMES, np.ones(len(NAMES)))
    return Mixtures.from_rows(molecules, [[(a, 0.5), (b, 0.5)] for a, b in PAIRS])


def answer(units: Mixtures, n_held_out: int, min_train_units: int) -> dict[str, float | None]:
    rule = PartitionRule(
        n_held_out=n_held_out, min_test_units=2, min_train_units=min_train_units, every_held_out_in_test=True
    )
    findings = PartitionQuestion.of(ComponentGraph.of(units), rule).findings(PartitionSample((), 0, 0), seed=0)
    assert {finding.n_units for finding in findings} == {5}
    return {finding.name: finding.estimate.value for finding in findings}


def test_both_readings_by_hand(units: Mixtures) -> None:
    # Three components are a pair and one that is in no test unit.
    found = answer(units, 3, 2)
    assert found["every_component_tested_partition_exists"] == 0.0
    assert found["every_component_tested_n_test_units_max"] is None
    assert found["untested_components_allowed_partition_exists"] == 1.0
    assert found["untested_components_allowed_n_test_units_max"] == 2.0


def test_the_largest_test_set_leaves_enough_to_train_on(units: Mixtures) -> None:
    assert answer(units, 4, 1)["every_component_tested_n_test_units_max"] == 4.0
    assert answer(units, 4, 2)["every_component_tested_n_test_units_max"] == 3.0


def test_the_document_names_components_by_inchi_and_is_json(units: Mixtures) -> None:
    graph = ComponentGraph.of(units)
    rule = PartitionRule(n_held_out=2, min_test_units=2, min_train_units=3, every_held_out_in_test=True)
    sample = PartitionSample((Partition.of(graph, [2, 3]),), 2, 0)
    question = PartitionQuestion.of(graph, rule)
    document = question.document(units.molecules, sample)
    assert document == json.loads(json.dumps(document)) | {"certificates": document["certificates"]}
    assert document["components"] == ["A", "B", "C", "D", "E", "F"]
    assert document["component_sets"] == [[0, 1], [2, 3], [4, 5]]
    assert document["units_of_set"] == [2, 2, 1]
    assert document["sampled"] == {
        "n_existing": 2,
        "n_drawn": 0,
        "held_out": [[2, 3]],
        "n_test_units": [2],
        "n_train_units": [3],
    }
    (n_sampled, n_existing) = question.findings(sample, seed=0)[-2:]
    assert (n_sampled.estimate.value, n_existing.estimate.value) == (1.0, 2.0)


def test_draws_estimate_how_many_partitions_exist(units: Mixtures) -> None:
    graph = ComponentGraph.of(units)
    rule = PartitionRule(n_held_out=2, min_test_units=2, min_train_units=3, every_held_out_in_test=True)
    found = (Partition.of(graph, [0, 1]), Partition.of(graph, [2, 3]))
    existing = PartitionQuestion.of(graph, rule).findings(PartitionSample(found, None, 10), seed=4)[-1]
    # 2 of 10 draws among the 15 pairs of components; limits of the share of an inverse sample.
    assert existing.estimate.value == pytest.approx(3.0)
    assert existing.low.value == pytest.approx(15 * beta.ppf(0.025, 2, 9))
    assert existing.high.value == pytest.approx(15 * beta.ppf(0.975, 2, 8))
    assert (existing.n_units, existing.seed) == (10, 4)
