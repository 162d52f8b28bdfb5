"""Directed message passing on molecular graphs: chemprop's, with a faster sum over neighbours."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from chemprop.nn import BondMessagePassing
from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.featurizers.graphs import ATOM_WIDTH, BOND_WIDTH, GraphBatch, GraphStore
from azeotrope.featurizers.protocol import LearnedFeaturizer


class AtomReadout(ABC):
    """How the atoms of a molecule become one embedding."""

    @abstractmethod
    def divisor(self, n_atoms: Tensor) -> Tensor:
        """Return what the sum over atoms is divided by, shape `(u,)`, from the number of atoms of each molecule."""


@dataclass(frozen=True)
class MeanReadout(AtomReadout):
    """Mean over the atoms: does not see how large a molecule is."""

    def divisor(self, n_atoms: Tensor) -> Tensor:
        """See `AtomReadout.divisor`."""
        return n_atoms


@dataclass(frozen=True)
class SumReadout(AtomReadout):
    """Sum over the atoms, divided by a constant: larger molecules have larger embeddings."""

    divided_by: float

    def divisor(self, n_atoms: Tensor) -> Tensor:
        """See `AtomReadout.divisor`."""
        return torch.full_like(n_atoms, self.divided_by)


@dataclass(frozen=True)
class DirectedMessagePassing(LearnedFeaturizer):
    """D-MPNN: messages along directed bonds, then a sum or mean over atoms.

    Attributes
    ----------
    hidden_width
        Width of messages and embeddings.
    depth
        Number of message passing steps.
    readout
        From atoms to the molecule.

    References
    ----------
    K. Yang et al., J. Chem. Inf. Model. 2019, 59, 3370; E. Heid et al., J. Chem. Inf. Model. 2024, 64, 9.
    """

    hidden_width: int
    depth: int
    readout: AtomReadout

    def store(self, smiles: Sequence[str]) -> GraphStore:
        """See `LearnedFeaturizer.store`."""
        return GraphStore.of(smiles)

    def build(self) -> Embedder:
        """See `LearnedFeaturizer.build`."""
        return GraphEncoder(self.hidden_width, self.depth, self.readout)


class FastBondMessagePassing(BondMessagePassing):
    """Chemprop's `BondMessagePassing` with `index_add` for `scatter_reduce`: equal sums, several times faster."""

    def message(self, H: Tensor, bmg: GraphBatch) -> Tensor:  # noqa: N803
        """Sum the messages into each bond's source atom, less the one from the bond's own reverse."""
        return _sum_at_targets(H, bmg).index_select(0, bmg.edge_index[0]) - H.index_select(0, bmg.rev_edge_index)

    def forward(self, bmg: GraphBatch, V_d: None = None) -> Tensor:  # noqa: N803
        """Return atom embeddings, shape `(atoms, hidden_width)`."""
        start = self.initialize(bmg)
        hidden = self.tau(start)
        for _ in range(1, self.depth):
            hidden = self.update(self.message(hidden, bmg), start)
        output: Tensor = self.finalize(_sum_at_targets(hidden, bmg), bmg.V, None)
        return output

    def initialize(self, bmg: GraphBatch) -> Tensor:
        """Return the first hidden state of each directed bond."""
        output: Tensor = self.W_i(torch.cat([bmg.V.index_select(0, bmg.edge_index[0]), bmg.E], dim=1))
        return output


class GraphEncoder(Embedder):
    """Molecule embeddings from molecular graphs."""

    def __init__(self, hidden_width: int, depth: int, readout: AtomReadout) -> None:
        super().__init__(hidden_width)
        self.readout = readout
        self.message_passing = FastBondMessagePassing(
            ATOM_WIDTH, BOND_WIDTH, hidden_width, depth=depth, activation="leakyrelu"
        )

    def forward(self, graphs: GraphBatch) -> Tensor:
        """Return shape `(u, width)`."""
        atoms = self.message_passing(graphs)
        total = atoms.new_zeros(len(graphs), self.width).index_add(0, graphs.batch, atoms)
        n_atoms = torch.bincount(graphs.batch, minlength=len(graphs)).to(atoms.dtype)
        embeddings: Tensor = total / self.readout.divisor(n_atoms)[:, None]
        return embeddings


def _sum_at_targets(hidden: Tensor, graphs: GraphBatch) -> Tensor:
    """Sum the directed bonds that point at each atom, shape `(atoms, hidden_width)`."""
    return hidden.new_zeros(len(graphs.V), hidden.shape[1]).index_add(0, graphs.edge_index[1], hidden)
