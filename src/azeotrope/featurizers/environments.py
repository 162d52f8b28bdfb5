"""Equal surroundings of atoms and bonds, found once: what message passing computes for them is equal too.

The hidden state of a directed bond after `t` steps depends on its own features and on those of the bonds within `t`
steps, and on nothing else. Bonds that agree in all of that, in one molecule or in several, are one *environment*, as in
the colour refinement of Weisfeiler and Leman. A network that computes each environment of a batch once returns what it
returns for all bonds, with the same gradients, for less: the ends of all alkyl chains and both sides of a benzene ring
are computed once, and of the first steps there are few kinds at all.

Environments are told apart exactly: by where they start, and by the multiset of environments of the step before that
they receive.

References
----------
B. Weisfeiler, A. Leman, Nauchno-Technicheskaya Informatsiya 1968, 2, 12. K. Xu et al., ICLR 2019,
https://arxiv.org/abs/1810.00826, show that message passing tells apart at most what the refinement does.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from azeotrope.featurizers.environment_batch import EnvironmentBatch, Step
from azeotrope.featurizers.graphs import MolecularGraphs
from azeotrope.featurizers.ragged import distinct, gather, offsets_of
from azeotrope.featurizers.refinement import Refinement, messages_to_atoms, messages_to_bonds, refine
from azeotrope.typing import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class EnvironmentStore:
    """All environments of a data set's molecules, from which batches are gathered without a Python loop over them.

    Attributes
    ----------
    bond_features, atom_features
        Distinct features, as in `EnvironmentBatch`.
    bond_refinements
        One per step of message passing after the first.
    atom_refinement
        Of the atoms.
    offsets, atoms
        Molecule `i` has the atom environments `atoms[offsets[i]:offsets[i + 1]]`, one per atom.
    """

    bond_features: Tensor
    atom_features: Tensor
    bond_refinements: tuple[Refinement, ...]
    atom_refinement: Refinement
    offsets: IntArray
    atoms: IntArray

    @classmethod
    def of(cls, graphs: MolecularGraphs, depth: int) -> "EnvironmentStore":
        """Find the environments of `depth` steps of message passing, at least 1."""
        atom_features, atom_start = _distinct_rows(graphs.atoms)
        bond_features, bond_start = _bond_starts(graphs, atom_features, atom_start)
        to_atoms, to_bonds = messages_to_atoms(graphs), messages_to_bonds(graphs)
        environment, bond_refinements = bond_start, []
        for _ in range(1, depth):
            refinement, environment = refine(bond_start, to_bonds, environment)
            bond_refinements.append(refinement)
        atom_refinement, atoms = refine(atom_start, to_atoms, environment)
        return cls(
            torch.from_numpy(bond_features),
            torch.from_numpy(atom_features),
            tuple(bond_refinements),
            atom_refinement,
            offsets_of(graphs.n_atoms),
            atoms,
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def batch(self, molecules: Tensor) -> EnvironmentBatch:
        """Return the given molecules, shape `(u,)`, in their order; repeats are allowed.

        The walk goes backwards, from what a molecule is the sum of to what that was computed from.

        Raises
        ------
        IndexError
            When there is no such molecule.
        """
        n_atoms = self._n_atoms.index_select(0, molecules)
        atom, molecule = gather(self.offsets, self.atoms, molecules.numpy())
        needed, atom = distinct(atom, len(self.atom_refinement))
        used_atoms, atom_start = distinct(self.atom_refinement.start[needed], len(self.atom_features))
        senders, receiver = gather(self.atom_refinement.offsets, self.atom_refinement.senders, needed)
        receivers, positions, starts = [receiver], [], []
        for refinement in reversed(self.bond_refinements):
            needed, position = distinct(senders, len(refinement))
            senders, receiver = gather(refinement.offsets, refinement.senders, needed)
            receivers.append(receiver)
            positions.append(position)
            starts.append(refinement.start[needed])
        used_bonds, position = distinct(np.concatenate([senders, *starts]), len(self.bond_features))
        first, *starts = np.split(position, np.cumsum([len(senders), *map(len, starts)])[:-1])
        steps = [
            Step(*map(torch.from_numpy, each))
            for each in zip([atom_start, *starts], [*positions, first], receivers, strict=True)
        ]
        return EnvironmentBatch(
            self.bond_features.index_select(0, torch.from_numpy(used_bonds)),
            self.atom_features.index_select(0, torch.from_numpy(used_atoms)),
            tuple(reversed(steps[1:])),
            steps[0],
            torch.from_numpy(atom),
            torch.from_numpy(molecule),
            n_atoms,
        )

    @cached_property
    def _n_atoms(self) -> Tensor:
        return torch.from_numpy(np.diff(self.offsets))


def _bond_starts(
    graphs: MolecularGraphs, atom_features: NDArray[np.float32], atom_start: IntArray
) -> tuple[NDArray[np.float32], IntArray]:
    """Distinct features of a directed bond with its first atom, and the row of each bond among them."""
    features, kind = _distinct_rows(graphs.bonds)
    pairs, start = np.unique(atom_start[graphs.source] * len(features) + kind, return_inverse=True)
    atom, bond = np.divmod(pairs, max(len(features), 1))
    return np.concatenate([atom_features[atom], features[bond]], axis=1), start


def _distinct_rows(features: FloatArray) -> tuple[NDArray[np.float32], IntArray]:
    """Distinct rows in single precision, and the place of each row among them; compared as bytes, which is fast."""
    rows = np.ascontiguousarray(features, dtype=np.float32) + np.float32(0.0)  # -0 becomes 0
    packed = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).reshape(-1)
    first, place = np.unique(packed, return_index=True, return_inverse=True)[1:]
    return rows[first], place.astype(np.int64, copy=False)
