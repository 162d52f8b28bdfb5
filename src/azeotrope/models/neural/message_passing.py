"""Directed message passing on molecular graphs: chemprop's, with each distinct surrounding computed once."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from chemprop.nn import BondMessagePassing
from torch import Tensor
from torch.nn.functional import linear

from azeotrope.featurizers.embedder import Embedder
from azeotrope.featurizers.environment_batch import EnvironmentBatch, Step
from azeotrope.featurizers.environments import EnvironmentStore
from azeotrope.featurizers.graphs import ATOM_WIDTH, BOND_WIDTH, MolecularGraphs
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

    def store(self, smiles: Sequence[str]) -> EnvironmentStore:
        """See `LearnedFeaturizer.store`."""
        return EnvironmentStore.of(MolecularGraphs.of(smiles), self.depth)

    def build(self) -> Embedder:
        """See `LearnedFeaturizer.build`."""
        return GraphEncoder(self.hidden_width, self.depth, self.readout)


class SharedMessagePassing(BondMessagePassing):
    """Chemprop's `BondMessagePassing`, in which equal surroundings are computed once; see `EnvironmentStore`.

    The weights are chemprop's. A linear map of a sum is the sum of the maps, so that each environment is mapped before
    it is sent, once, whoever receives it.
    """

    def forward(self, batch: EnvironmentBatch, V_d: None = None) -> Tensor:  # noqa: N803
        """Return embeddings of the atom environments, shape `(a, hidden_width)`."""
        start = self.W_i(batch.bond_features)
        hidden = self.tau(start)
        for step in batch.bond_steps:
            hidden = self.tau(_received(start, self.W_h(hidden), step))
        from_atom, from_bonds = self.W_o.weight.split([ATOM_WIDTH, hidden.shape[1]], dim=1)
        atoms = linear(batch.atom_features, from_atom, self.W_o.bias)
        output: Tensor = self.tau(_received(atoms, linear(hidden, from_bonds), batch.atom_step))
        return output


class GraphEncoder(Embedder):
    """Molecule embeddings from molecular graphs."""

    def __init__(self, hidden_width: int, depth: int, readout: AtomReadout) -> None:
        super().__init__(hidden_width)
        self.readout = readout
        self.message_passing = SharedMessagePassing(
            ATOM_WIDTH, BOND_WIDTH, hidden_width, depth=depth, activation="leakyrelu"
        )

    def forward(self, molecules: EnvironmentBatch) -> Tensor:
        """Return shape `(u, width)`."""
        atoms = self.message_passing(molecules).index_select(0, molecules.atom)
        total = atoms.new_zeros(len(molecules), self.width).index_add(0, molecules.molecule, atoms)
        embeddings: Tensor = total / self.readout.divisor(molecules.n_atoms.to(atoms.dtype))[:, None]
        return embeddings


def _received(start: Tensor, messages: Tensor, step: Step) -> Tensor:
    """Add to each environment's start the messages that it receives, shape `(n, hidden_width)`."""
    return start.index_select(0, step.start).index_add(0, step.receiver, messages.index_select(0, step.sender))
