"""Colour refinement: which bonds, or atoms, of a data set have equal surroundings after one more step."""

from dataclasses import dataclass

import numpy as np

from azeotrope.featurizers.graphs import MolecularGraphs
from azeotrope.featurizers.ragged import gather, offsets_of
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class Messages:
    """Which directed bonds send to which of `n` receivers, bonds or atoms; both arrays have shape `(messages,)`."""

    sender: IntArray
    receiver: IntArray


@dataclass(frozen=True, eq=False)
class Refinement:
    """The environments of one step, as ragged lists of environments of the step before.

    Attributes
    ----------
    start
        Row of the features that each of the `e` environments starts from, shape `(e,)`.
    offsets, senders
        Environment `i` receives from the environments `senders[offsets[i]:offsets[i + 1]]`, ascending, with repeats.
    """

    start: IntArray
    offsets: IntArray
    senders: IntArray

    def __len__(self) -> int:
        return len(self.start)


def messages_to_atoms(graphs: MolecularGraphs) -> Messages:
    """Return which bonds point at each atom."""
    return Messages(np.arange(len(graphs.target)), graphs.target)


def messages_to_bonds(graphs: MolecularGraphs) -> Messages:
    """Return which bonds point at the first atom of each bond, without the one that runs the other way."""
    into_atom = np.argsort(graphs.target, kind="stable")
    sender, receiver = gather(
        offsets_of(np.bincount(graphs.target, minlength=len(graphs.atoms))), into_atom, graphs.source
    )
    is_other = sender != graphs.reverse[receiver]
    return Messages(sender[is_other], receiver[is_other])


def refine(start: IntArray, messages: Messages, before: IntArray) -> tuple[Refinement, IntArray]:
    """Tell receivers apart by their start and by the multiset of environments that they receive.

    Parameters
    ----------
    start
        Row of the start features of each receiver, shape `(n,)`.
    messages
        What they receive.
    before
        Environment of each directed bond at the step before, shape `(bonds,)`.

    Returns
    -------
    The environments, and that of each receiver, shape `(n,)`.
    """
    sent = before[messages.sender]
    order = np.lexsort((sent, messages.receiver))
    sent, receiver = sent[order], messages.receiver[order]
    counts = np.bincount(receiver, minlength=len(start))
    offsets = offsets_of(counts)
    rank = np.arange(len(sent)) - offsets[receiver]
    environment = start
    for position in range(counts.max(initial=0)):
        column = np.zeros(len(start), dtype=np.int64)  # 0 for those that receive less
        column[receiver[rank == position]] = sent[rank == position] + 1
        environment = np.unique(environment * (column.max() + 1) + column, return_inverse=True)[1]
    first, environment = np.unique(environment, return_index=True, return_inverse=True)[1:]
    return Refinement(start[first], offsets_of(counts[first]), gather(offsets, sent, first)[0]), environment
