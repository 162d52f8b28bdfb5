"""Molecular graphs as chemprop sees them, those of many molecules as one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from chemprop.data.molgraph import MolGraph
from chemprop.featurizers.molgraph.molecule import SimpleMoleculeMolGraphFeaturizer
from rdkit.Chem import MolFromSmiles
from rdkit.rdBase import BlockLogs

from azeotrope.chemistry.interrupts import rearm_interrupts
from azeotrope.errors import MoleculeError
from azeotrope.typing import FloatArray, IntArray

ATOM_WIDTH, BOND_WIDTH = SimpleMoleculeMolGraphFeaturizer().shape


@dataclass(frozen=True, eq=False)
class MolecularGraphs:
    """The disjoint union of the graphs of `m` molecules, in their order.

    Attributes
    ----------
    atoms
        Atom features, shape `(a, 72)`.
    bonds
        Features of the directed bonds, shape `(b, 14)`; two per chemical bond, none in one-atom molecules.
    source, target
        First and second atom of each directed bond, shape `(b,)`.
    reverse
        The directed bond that runs the other way, shape `(b,)`.
    n_atoms
        Number of atoms of each molecule, shape `(m,)`.
    """

    atoms: FloatArray
    bonds: FloatArray
    source: IntArray
    target: IntArray
    reverse: IntArray
    n_atoms: IntArray

    @classmethod
    def of(cls, smiles: Sequence[str]) -> "MolecularGraphs":
        """Build the graphs of `m` molecules, `m` may be 0.

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        """
        graphs = [_graph(text) for text in smiles]
        n_atoms = np.array([len(graph.V) for graph in graphs], dtype=np.int64)
        n_bonds = np.array([len(graph.E) for graph in graphs], dtype=np.int64)
        first_atom, first_bond = np.cumsum(n_atoms) - n_atoms, np.cumsum(n_bonds) - n_bonds
        edges = np.concatenate([np.zeros((2, 0), np.int64), *(graph.edge_index for graph in graphs)], axis=1)
        source, target = edges + np.repeat(first_atom, n_bonds)
        reverse = np.concatenate([np.zeros(0, np.int64), *(graph.rev_edge_index for graph in graphs)])
        return cls(
            np.concatenate([np.zeros((0, ATOM_WIDTH)), *(graph.V for graph in graphs)]),
            np.concatenate([np.zeros((0, BOND_WIDTH)), *(graph.E for graph in graphs)]),
            source,
            target,
            reverse + np.repeat(first_bond, n_bonds),
            n_atoms,
        )

    def __len__(self) -> int:
        return len(self.n_atoms)


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
