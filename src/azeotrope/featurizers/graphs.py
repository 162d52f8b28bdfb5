"""Molecular graphs of many molecules in flat tensors, from which batches are gathered without a Python loop."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import torch
from chemprop.data.molgraph import MolGraph
from chemprop.featurizers.molgraph.molecule import SimpleMoleculeMolGraphFeaturizer
from rdkit.Chem import MolFromSmiles
from rdkit.rdBase import BlockLogs
from torch import Tensor

from azeotrope.chemistry.interrupts import rearm_interrupts
from azeotrope.errors import MoleculeError

ATOM_WIDTH, BOND_WIDTH = SimpleMoleculeMolGraphFeaturizer().shape


@dataclass(frozen=True, eq=False)
class GraphBatch:
    """The disjoint union of some molecular graphs, with the attributes that chemprop's message passing reads.

    Attributes
    ----------
    V
        Atom features, shape `(atoms, 72)`.
    E
        Features of the directed bonds, shape `(bonds, 14)`; two per chemical bond, none in one-atom molecules.
    edge_index
        Source and target atom of each directed bond, shape `(2, bonds)`.
    rev_edge_index
        The directed bond that runs the other way, shape `(bonds,)`.
    batch
        Molecule of each atom, shape `(atoms,)`.
    n_molecules
        Number of molecules.
    """

    V: Tensor
    E: Tensor
    edge_index: Tensor
    rev_edge_index: Tensor
    batch: Tensor
    n_molecules: int

    def __len__(self) -> int:
        return self.n_molecules

    def to(self, target: torch.device | torch.dtype) -> "GraphBatch":
        """Return the batch on another device, or with its features in another floating-point type."""
        moved = replace(self, V=self.V.to(target), E=self.E.to(target))
        if isinstance(target, torch.dtype):
            return moved
        indices = ("edge_index", "rev_edge_index", "batch")
        return replace(moved, **{name: getattr(self, name).to(target) for name in indices})


@dataclass(frozen=True, eq=False)
class GraphStore:
    """All graphs of a data set, one after another.

    Attributes
    ----------
    graphs
        The union of all molecules.
    atom_offsets, bond_offsets
        Molecule `i` owns atoms `atom_offsets[i]:atom_offsets[i + 1]` and likewise its directed bonds; shape `(m + 1,)`.
    """

    graphs: GraphBatch
    atom_offsets: Tensor
    bond_offsets: Tensor

    @classmethod
    def of(cls, smiles: Sequence[str]) -> "GraphStore":
        """Build the graphs of `m` molecules, `m` may be 0.

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        """
        molecules = [_graph(text) for text in smiles]
        atoms = _offsets([len(graph.V) for graph in molecules])
        bonds = _offsets([len(graph.E) for graph in molecules])
        pairs = list(zip(molecules, atoms.tolist(), bonds.tolist(), strict=False))
        graphs = GraphBatch(
            torch.from_numpy(np.concatenate([np.zeros((0, ATOM_WIDTH)), *(g.V for g in molecules)])).float(),
            torch.from_numpy(np.concatenate([np.zeros((0, BOND_WIDTH)), *(g.E for g in molecules)])).float(),
            torch.from_numpy(np.concatenate([np.zeros((2, 0), int), *(g.edge_index + a for g, a, _ in pairs)], axis=1)),
            torch.from_numpy(np.concatenate([np.zeros(0, int), *(g.rev_edge_index + b for g, _, b in pairs)])),
            torch.repeat_interleave(torch.arange(len(molecules)), atoms.diff()),
            len(molecules),
        )
        return cls(graphs, atoms, bonds)

    def __len__(self) -> int:
        return len(self.graphs)

    def batch(self, molecules: Tensor) -> GraphBatch:
        """Return the union of the given molecules, shape `(u,)`, in their order; repeats are allowed."""
        atoms, atom_shift = _gather(self.atom_offsets, molecules)
        bonds, bond_shift = _gather(self.bond_offsets, molecules)
        n_atoms = self.atom_offsets.diff()[molecules]
        n_bonds = self.bond_offsets.diff()[molecules]
        return GraphBatch(
            self.graphs.V.index_select(0, atoms),
            self.graphs.E.index_select(0, bonds),
            self.graphs.edge_index.index_select(1, bonds) - torch.repeat_interleave(atom_shift, n_bonds),
            self.graphs.rev_edge_index.index_select(0, bonds) - torch.repeat_interleave(bond_shift, n_bonds),
            torch.repeat_interleave(torch.arange(len(molecules)), n_atoms),
            len(molecules),
        )


def _offsets(counts: list[int]) -> Tensor:
    return torch.tensor([0, *counts], dtype=torch.int64).cumsum(0)


def _gather(offsets: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    """Positions of all parts of the chosen molecules, and by how much each molecule moves to the front."""
    counts = offsets.diff()[chosen]
    ends = counts.cumsum(0)
    shift = offsets[chosen] - (ends - counts)
    total = int(ends[-1]) if len(ends) else 0
    return torch.arange(total) + torch.repeat_interleave(shift, counts), shift


@lru_cache(maxsize=100_000)
def _graph(smiles: str) -> MolGraph:
    """Chemprop's default graph of one molecule: 72 atom features, 14 bond features, stereo included."""
    with BlockLogs():
        molecule = MolFromSmiles(smiles)
    if molecule is None or molecule.GetNumAtoms() == 0:
        raise MoleculeError("unparsable_identifier", smiles, "RDKit cannot read this SMILES")
    graph: MolGraph = SimpleMoleculeMolGraphFeaturizer()(molecule)
    rearm_interrupts()
    return graph
