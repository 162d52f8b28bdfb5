import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule


def mixtures(units: list[tuple[int, ...]], n_molecules: int = 9) -> Mixtures:
    names = tuple(f"M{i}" for i in range(n_molecules))
    molecules = Molecules(names, names, np.ones(n_molecules))
    return Mixtures.from_rows(molecules, [[(i, 1 / len(unit)) for i in unit] for unit in units])


def rule(n_held_out: int = 2, test: int = 0, train: int = 0, *, covered: bool = False) -> PartitionRule:
    return PartitionRule(
        n_held_out=n_held_out, min_test_units=test, min_train_units=train, every_held_out_in_test=covered
    )


def test_no_units() -> None:
    graph = ComponentGraph.of(mixtures([]))
    assert (graph.n_components, graph.n_sets, graph.n_units) == (0, 0, 0)
    assert len(graph.degree) == 0


def test_one_pure_unit() -> None:
    graph = ComponentGraph.of(mixtures([(4,)]))
    assert graph.molecule.tolist() == [4]
    partition = Partition.of(graph, [0])
    assert partition.test_units.tolist() == [0]
    assert len(partition.train_units) == 0


def test_order_repeats_and_fractions_make_no_new_set() -> None:
    graph = ComponentGraph.of(mixtures([(5, 2), (2, 5), (2, 5, 5), (7,), (2, 5, 7)]))
    assert graph.molecule.tolist() == [2, 5, 7]
    assert graph.offsets.tolist() == [0, 2, 3, 6]
    assert graph.member.tolist() == [0, 1, 2, 0, 1, 2]
    assert graph.weight.tolist() == [3, 1, 1]
    assert graph.set_of_unit.tolist() == [0, 0, 0, 1, 2]
    assert graph.degree.tolist() == [4, 4, 2]


def test_stereo_isomers_are_one_component_where_stereo_is_dropped() -> None:
    inchis = (
        "InChI=1S/C4H10O/c1-3-4(2)5/h4-5H,3H2,1-2H3/t4-/m0/s1",
        "InChI=1S/C4H10O/c1-3-4(2)5/h4-5H,3H2,1-2H3/t4-/m1/s1",
    )
    for stereo, n_components in (("keep", 2), ("drop", 1)):
        molecules = Molecules(inchis, inchis, np.ones(2), stereo)  # type: ignore[arg-type]
        assert ComponentGraph.of(Mixtures.pure(molecules, [0, 1])).n_components == n_components


def test_the_hash_is_about_the_sets_and_their_units() -> None:
    one = ComponentGraph.of(mixtures([(0, 1), (1, 2)]))
    assert one.content_hash == ComponentGraph.of(mixtures([(1, 0), (2, 1)])).content_hash
    for other in ([(0, 1), (0, 2)], [(0, 1), (1, 2), (1, 2)], [(0, 1), (1, 2, 0)]):
        assert one.content_hash != ComponentGraph.of(mixtures(other)).content_hash


def test_a_partition_counted_by_hand() -> None:
    graph = ComponentGraph.of(mixtures([(0, 1), (1, 2), (3, 4), (0, 1, 2), (2,), (0, 1), (0, 3)]))
    partition = Partition.of(graph, [1, 0])
    assert partition.held_out.tolist() == [0, 1]
    assert partition.test_units.tolist() == [0, 5]
    assert partition.train_units.tolist() == [2, 4]
    assert partition.excluded_units.tolist() == [1, 3, 6]
    assert (partition.n_train_components, partition.n_untested) == (3, 0)
    assert Partition.of(graph, [0, 4]).n_untested == 2
    assert partition.obeys(rule(2, 2, 2, covered=True))
    for stricter in (rule(3), rule(2, 3, 0), rule(2, 0, 3)):
        assert not partition.obeys(stricter)
    assert Partition.of(graph, [0, 2]).obeys(rule(2, 1))
    assert not Partition.of(graph, [0, 2]).obeys(rule(2, 1, covered=True))


@pytest.mark.parametrize("held_out", [[0, 0], [0, 2], [-1]])
def test_a_partition_of_what_does_not_exist_is_refused(held_out: list[int]) -> None:
    with pytest.raises(SplitError, match="different whole numbers from 0 to 1"):
        Partition.of(ComponentGraph.of(mixtures([(0, 1)])), held_out)


@pytest.mark.parametrize(("values", "name"), [((0, 0, 0), "n_held_out"), ((1, -1, 0), "test"), ((1, 0, 2.5), "train")])
def test_a_rule_that_nothing_can_be_asked_for_is_refused(values: tuple[int, int, int], name: str) -> None:
    with pytest.raises(ConfigError, match=rf"{name}.* whole number of at least"):
        rule(*values)


@pytest.mark.parametrize("covered", ["maybe", None, 1])
def test_every_held_out_in_test_is_true_or_false(covered: object) -> None:
    with pytest.raises(ConfigError, match=r"every_held_out_in_test is .*; it must be true or false"):
        PartitionRule(n_held_out=1, min_test_units=0, min_train_units=0, every_held_out_in_test=covered)
