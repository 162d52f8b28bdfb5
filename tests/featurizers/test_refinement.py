from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.featurizers.graphs import MolecularGraphs
from azeotrope.featurizers.refinement import Messages, messages_to_atoms, messages_to_bonds, refine
from azeotrope.typing import IntArray


def test_messages_of_a_chain() -> None:
    """Propane: bonds 0, 1 between atoms 0 and 1, bonds 2, 3 between 1 and 2."""
    graphs = MolecularGraphs.of(["CCC"])
    assert graphs.source.tolist() == [0, 1, 1, 2]
    to_atoms, to_bonds = messages_to_atoms(graphs), messages_to_bonds(graphs)
    assert sorted(zip(to_atoms.sender, to_atoms.receiver, strict=True)) == [(0, 1), (1, 0), (2, 2), (3, 1)]
    assert sorted(zip(to_bonds.sender, to_bonds.receiver, strict=True)) == [(0, 2), (3, 1)]


def test_nothing_to_refine() -> None:
    graphs = MolecularGraphs.of([])
    nothing = np.zeros(0, dtype=np.int64)
    refinement, environment = refine(nothing, messages_to_bonds(graphs), nothing)
    assert len(refinement) == len(environment) == 0
    assert refinement.offsets.tolist() == [0]


def test_receivers_without_messages_differ_by_their_start() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    refinement, environment = refine(np.array([4, 7, 4]), Messages(nothing, nothing), nothing)
    assert len(refinement) == 2
    assert refinement.start[environment].tolist() == [4, 7, 4]
    assert refinement.offsets.tolist() == [0, 0, 0]


def describe(start: IntArray, messages: list[tuple[int, int]], before: IntArray) -> list[tuple[int, Counter[int]]]:
    """Say in the plainest way what each receiver is."""
    received: list[list[int]] = [[] for _ in start]
    for sender, receiver in messages:
        received[receiver].append(int(before[sender]))
    return [(int(each), Counter(got)) for each, got in zip(start, received, strict=True)]


@settings(max_examples=100)
@given(
    start=st.lists(st.integers(0, 2), min_size=1, max_size=8),
    before=st.lists(st.integers(0, 2), min_size=1, max_size=6),
    data=st.data(),
)
def test_environments_are_equal_exactly_where_start_and_messages_are(
    start: list[int], before: list[int], data: st.DataObject
) -> None:
    message = st.tuples(st.integers(0, len(before) - 1), st.integers(0, len(start) - 1))
    messages = data.draw(st.lists(message, max_size=20))
    sender, receiver = np.array(messages, dtype=np.int64).reshape(-1, 2).T
    refinement, environment = refine(np.array(start), Messages(sender, receiver), np.array(before))
    expected = describe(np.array(start), messages, np.array(before))
    for i, of_i in enumerate(expected):
        assert [environment[i] == other for other in environment] == [of_i == of_other for of_other in expected]
        first, last = refinement.offsets[environment[i]], refinement.offsets[environment[i] + 1]
        assert (int(refinement.start[environment[i]]), Counter(refinement.senders[first:last].tolist())) == of_i
