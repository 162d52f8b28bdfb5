"""The open question of the olfaction audit, on its data: 222 units of 72 components, 11 of them held out."""

import json
import os
from math import comb
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.splits.partition_certificate import Certificate, count_contradictions
from azeotrope.splits.partition_check import check_certificate
from azeotrope.splits.partition_diversity import PartitionDiversity
from azeotrope.splits.partition_enumeration import count_partitions
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partition_sampling import sample_partitions
from azeotrope.splits.partitions import largest_test_set, largest_train_set

pytestmark = pytest.mark.data
READINGS = [False, True]
N_OBEYING = {False: 3_974_613_028, True: 1_062_820_704}


def paper_rule(covered: bool, test: int = 20) -> PartitionRule:
    return PartitionRule(n_held_out=11, min_test_units=test, min_train_units=101, every_held_out_in_test=covered)


@pytest.fixture(scope="module")
def graph() -> ComponentGraph:
    ratings = pd.read_csv(Path(os.environ["AZEOTROPE_MIRROR"]) / "ma_2021" / "behavior.csv")
    units = ratings[["Stimulus A", "Stimulus B", "Rep"]].drop_duplicates()
    pairs = units[["Stimulus A", "Stimulus B"]].to_numpy()
    names = tuple(str(cid) for cid in np.unique(pairs))
    molecules = Molecules(names, names, np.ones(len(names)))
    rows = [[(molecules.index[str(a)], 0.5), (molecules.index[str(b)], 0.5)] for a, b in pairs]
    return ComponentGraph.of(Mixtures.from_rows(molecules, rows))


def test_the_units_are_those_of_the_paper(graph: ComponentGraph) -> None:
    assert (graph.n_units, graph.n_sets, graph.n_components) == (222, 198, 72)


@pytest.mark.parametrize("covered", READINGS)
def test_the_largest_test_set_has_42_units(graph: ComponentGraph, covered: bool) -> None:
    rule = paper_rule(covered)
    found = Certificate.from_dict(json.loads(json.dumps(largest_test_set(graph, rule).to_dict())))
    check_certificate(graph, rule, found)
    assert found.optimum == 42
    assert count_contradictions(found.refutation) < 500


@pytest.mark.parametrize("covered", READINGS)
def test_another_proof_of_42_is_to_visit_all(graph: ComponentGraph, covered: bool) -> None:
    assert [count_partitions(graph, paper_rule(covered, test)) for test in (43, 42)] == [0, 23]


def test_the_largest_train_set_has_171_units(graph: ComponentGraph) -> None:
    rule = paper_rule(covered=False)
    certificate = largest_train_set(graph, rule)
    check_certificate(graph, rule, certificate)
    assert certificate.optimum == 171


@pytest.mark.parametrize("covered", READINGS)
def test_many_other_partitions_obey_the_rule_of_the_paper(graph: ComponentGraph, covered: bool) -> None:
    rule = paper_rule(covered)
    sample = sample_partitions(graph, rule, 2_000, 0)
    assert all(partition.obeys(rule) for partition in sample.partitions)
    assert len({tuple(partition.held_out.tolist()) for partition in sample.partitions}) == 2_000
    share = N_OBEYING[covered] / comb(72, 11)
    assert abs(2_000 - share * sample.n_drawn) < 4 * np.sqrt(2_000)
    diversity = PartitionDiversity.of(graph, sample.partitions)
    assert diversity.mean_distance > 0.8
    assert diversity.n_times_held_out.min() > 0
    assert diversity.n_times_tested.min() > 0


@pytest.mark.slow
@pytest.mark.parametrize("covered", READINGS)
def test_the_number_of_obeying_partitions_is_known_exactly(graph: ComponentGraph, covered: bool) -> None:
    assert count_partitions(graph, paper_rule(covered)) == N_OBEYING[covered]
