from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import SplitError
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_certificate import Certificate, Contradiction
from azeotrope.splits.partition_check import check_certificate
from azeotrope.splits.partition_diversity import PartitionDiversity
from azeotrope.splits.partition_enumeration import count_partitions, partitions_by_rank
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_refutation import refute
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partitions import find_partition, largest_test_set, largest_train_set

Unit = tuple[int, ...]


def graph_of(units: list[Unit]) -> ComponentGraph:
    n_molecules = 1 + max((max(unit) for unit in units), default=0)
    names = tuple(f"M{i:02}" for i in range(n_molecules))
    molecules = Molecules(names, names, np.ones(n_molecules))
    return ComponentGraph.of(Mixtures.from_rows(molecules, [[(i, 1 / len(unit)) for i in unit] for unit in units]))


def rule(n_held_out: int, test: int, train: int, *, covered: bool) -> PartitionRule:
    return PartitionRule(
        n_held_out=n_held_out, min_test_units=test, min_train_units=train, every_held_out_in_test=covered
    )


def random_units(seed: int, n_components: int = 9, n_units: int = 22, largest: int = 3) -> list[Unit]:
    """Pure compounds, pairs and triples, some of them repeated; every component occurs."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice(np.arange(1, largest + 1), size=n_units)
    units = [tuple(rng.choice(n_components, size=size, replace=False).tolist()) for size in sizes]
    return [*units, *units[:3], *((i, (i + 1) % n_components) for i in range(n_components))]


def by_brute_force(units: list[Unit], asked: PartitionRule) -> dict[Unit, tuple[int, int]]:
    """Test and train units of every obeying set, from the words of the rule."""
    found = {}
    for held_out in combinations(sorted({i for unit in units for i in unit}), asked.n_held_out):
        test = [unit for unit in units if set(unit) <= set(held_out)]
        train = [unit for unit in units if not set(unit) & set(held_out)]
        covered = set(held_out) <= {i for unit in test for i in unit}
        enough = len(test) >= asked.min_test_units and len(train) >= asked.min_train_units
        if enough and (covered or not asked.every_held_out_in_test):
            found[held_out] = len(test), len(train)
    return found


@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_all_answers_agree_with_brute_force(seed: int, covered: bool) -> None:
    units = random_units(seed)
    graph = graph_of(units)
    for n_held_out, test, train in ((1, 0, 20), (3, 3, 8), (4, 5, 5), (4, 9, 9), (9, 34, 0)):
        asked = rule(n_held_out, test, train, covered=covered)
        expected = by_brute_force(units, asked)
        for largest, which in ((largest_test_set, 0), (largest_train_set, 1)):
            certificate = largest(graph, asked)
            check_certificate(graph, asked, certificate)
            assert certificate.optimum == max((counts[which] for counts in expected.values()), default=None)
        assert isinstance(find_partition(graph, asked), Partition) == bool(expected)
        assert isinstance(refute(graph, asked), Partition) == bool(expected)
        assert count_partitions(graph, asked) == len(expected)
        every = partitions_by_rank(graph, asked, np.arange(len(expected)))
        assert {tuple(row) for row in every.tolist()} == set(expected)


def test_brute_force_covers_both_outcomes() -> None:
    counts = [len(by_brute_force(random_units(seed), rule(4, 9, 9, covered=True))) for seed in range(6)]
    assert min(counts) == 0 < max(len(by_brute_force(random_units(s), rule(3, 3, 8, covered=True))) for s in range(6))


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), order=st.permutations(range(8)), covered=st.booleans())
def test_the_names_of_the_components_do_not_matter(seed: int, order: list[int], covered: bool) -> None:
    units = random_units(seed, n_components=8)
    renamed = [tuple(order[i] for i in unit) for unit in units]
    asked = rule(3, 2, 6, covered=covered)
    one, other = (graph_of(each) for each in (units, renamed))
    assert count_partitions(one, asked) == count_partitions(other, asked)
    assert largest_test_set(one, asked).optimum == largest_test_set(other, asked).optimum


def test_repeated_units_count_as_often_as_they_occur() -> None:
    units = [(0, 1), (2, 3), (2, 3), (4, 5)]
    certificate = largest_test_set(graph_of(units), rule(2, 0, 0, covered=True))
    assert (certificate.optimum, certificate.witness) == (2, (2, 3))
    assert largest_test_set(graph_of(units * 3), rule(2, 0, 0, covered=True)).optimum == 6


def test_a_triple_is_tested_only_as_a_whole() -> None:
    graph = graph_of([(0, 1, 2), (3, 4), (5,)])
    assert largest_test_set(graph, rule(2, 0, 0, covered=False)).optimum == 1
    assert largest_test_set(graph, rule(3, 0, 2, covered=True)).witness == (0, 1, 2)
    assert largest_test_set(graph, rule(2, 1, 2, covered=True)).optimum == 1
    assert largest_train_set(graph, rule(4, 1, 1, covered=True)).optimum == 1


@pytest.mark.parametrize("covered", [False, True])
def test_one_component(covered: bool) -> None:
    graph = graph_of([(0,)])
    certificate = largest_test_set(graph, rule(1, 0, 0, covered=covered))
    check_certificate(graph, certificate.rule, certificate)
    assert (certificate.optimum, certificate.witness) == (1, (0,))
    assert largest_test_set(graph, rule(1, 0, 1, covered=covered)).optimum is None


def test_without_units_there_is_nothing_to_hold_out() -> None:
    graph = graph_of([])
    asked = rule(1, 0, 0, covered=False)
    for ask in (find_partition, largest_test_set, largest_train_set, count_partitions):
        with pytest.raises(SplitError, match="holds out 1 components, but the 0 units have only 0"):
            ask(graph, asked)


def test_too_many_held_out_components_are_refused() -> None:
    with pytest.raises(SplitError, match=r"holds out 4 components, .* only 3; choose a smaller n_held_out"):
        find_partition(graph_of([(0, 1), (1, 2)]), rule(4, 0, 0, covered=False))


def test_an_impossible_rule_gets_a_certificate() -> None:
    graph = graph_of([(0, 1), (1, 2), (0, 2), (3, 4)])
    asked = rule(3, 4, 0, covered=False)
    certificate = find_partition(graph, asked)
    assert isinstance(certificate, Certificate)
    assert certificate.optimum is None
    check_certificate(graph, asked, certificate)


def test_what_is_plainly_too_much_is_refuted_at_once() -> None:
    graph = graph_of(random_units(0))
    assert isinstance(refute(graph, rule(3, graph.n_units + 1, 0, covered=False)), Contradiction)


def test_all_sets_of_a_rule_without_demands() -> None:
    assert count_partitions(graph_of(random_units(1)), rule(4, 0, 0, covered=False)) == comb(9, 4)


def test_a_search_that_grows_too_long_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azeotrope.splits.partition_refutation.MAX_PROGRAMMES", 0)
    with pytest.raises(SplitError, match="still open after 0 linear programmes"):
        refute(graph_of([(0, 1)]), rule(1, 1, 0, covered=False))


def test_diversity_by_hand() -> None:
    graph = graph_of([(0, 1), (1, 2), (2, 3)])
    diversity = PartitionDiversity.of(graph, [Partition.of(graph, each) for each in ([0, 1], [1, 2], [2, 3])])
    assert diversity.mean_distance == pytest.approx((2 / 3 + 2 / 3 + 1) / 3)
    assert diversity.least_distance == pytest.approx(2 / 3)
    assert diversity.n_times_held_out.tolist() == [1, 2, 2, 1]
    assert diversity.n_times_tested.tolist() == [1, 1, 1]
    for few in ([], [Partition.of(graph, [0])]):
        assert np.isnan(PartitionDiversity.of(graph, few).mean_distance)
