from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import SplitError
from azeotrope.splits import partition_sampling
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partition_sampling import PartitionSample, sample_partitions

UNITS = [(0, 1), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4), (0, 2, 4), (3,)]


@pytest.fixture(scope="module")
def graph() -> ComponentGraph:
    names = tuple("ABCDEF")
    rows = [[(i, 1 / len(unit)) for i in unit] for unit in UNITS]
    return ComponentGraph.of(Mixtures.from_rows(Molecules(names, names, np.ones(6)), rows))


def rule(test: int, train: int = 0, *, covered: bool = False) -> PartitionRule:
    return PartitionRule(n_held_out=3, min_test_units=test, min_train_units=train, every_held_out_in_test=covered)


def obeying(graph: ComponentGraph, asked: PartitionRule) -> set[tuple[int, ...]]:
    return {held_out for held_out in combinations(range(6), 3) if Partition.of(graph, held_out).obeys(asked)}


def held_out(sample: PartitionSample) -> list[tuple[int, ...]]:
    return [tuple(partition.held_out.tolist()) for partition in sample.partitions]


@pytest.fixture(params=["by number", "by drawing"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to draw a sample; small graphs are counted unless they are made to count as large."""
    if request.param == "by drawing":
        monkeypatch.setattr(partition_sampling, "FEW_SETS", 0)
        monkeypatch.setattr(partition_sampling, "MAX_DRAWS", 50_000)
    return str(request.param)


@pytest.mark.parametrize("asked", [rule(1), rule(2, 2), rule(1, covered=True)])
def test_where_fewer_exist_all_are_returned(graph: ComponentGraph, way: str, asked: PartitionRule) -> None:
    expected = obeying(graph, asked)
    assert 1 < len(expected) <= 20
    sample = sample_partitions(graph, asked, 50, 0)
    assert set(held_out(sample)) == expected
    assert sample.n_existing == len(sample.partitions) == len(expected)
    assert sample.is_complete


def test_where_none_exists_the_sample_is_empty(graph: ComponentGraph, way: str) -> None:
    sample = sample_partitions(graph, rule(8), 5, 0)
    assert (sample.partitions, sample.n_existing, sample.is_complete) == ((), 0, True)


@pytest.mark.parametrize("asked", [rule(1, 2), rule(1, covered=True)])
def test_every_partition_is_as_probable_as_every_other(graph: ComponentGraph, way: str, asked: PartitionRule) -> None:
    expected = sorted(obeying(graph, asked))
    times = dict.fromkeys(expected, 0)
    for seed in range(600):
        drawn = held_out(sample_partitions(graph, asked, 3, seed))
        assert len(set(drawn)) == 3
        for each in drawn:
            times[each] += 1
    assert chisquare(list(times.values())).pvalue > 1e-3


def test_the_seed_decides(graph: ComponentGraph, way: str) -> None:
    samples = [held_out(sample_partitions(graph, rule(1), 6, seed)) for seed in (0, 0, 1, 2)]
    assert samples[0] == samples[1]
    assert len({tuple(sample) for sample in samples}) == 3


def test_a_sample_by_drawing_says_how_many_were_drawn(graph: ComponentGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition_sampling, "FEW_SETS", 0)
    sample = sample_partitions(graph, rule(0), 4, 0)
    assert sample.n_drawn >= 4
    assert sample.n_existing is None
    assert not sample.is_complete


def test_a_sample_of_nothing_is_refused(graph: ComponentGraph) -> None:
    with pytest.raises(SplitError, match="sample of 0 partitions"):
        sample_partitions(graph, rule(0), 0, 0)
