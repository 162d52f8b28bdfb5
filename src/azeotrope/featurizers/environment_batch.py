"""The network input of message passing: some molecules as the distinct environments of their bonds and atoms."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Step:
    """How the `n` environments of one step of message passing follow from those of the step before.

    Attributes
    ----------
    start
        Row of the features that each one starts from, shape `(n,)`.
    sender, receiver
        Environment of the step before, and to which of this step it is added, both of shape `(messages,)`.
    """

    start: Tensor
    sender: Tensor
    receiver: Tensor

    def to(self, device: torch.device) -> "Step":
        """Return the step on another device."""
        return Step(self.start.to(device), self.sender.to(device), self.receiver.to(device))


@dataclass(frozen=True, eq=False)
class EnvironmentBatch:
    """Some molecules, as `EnvironmentStore.batch` returns them.

    Attributes
    ----------
    bond_features
        Distinct features of a directed bond, those of its first atom before its own, shape `(b, 86)`.
    atom_features
        Distinct features of an atom, shape `(a, 72)`.
    bond_steps
        One per step of message passing after the first, whose environments are the rows of `bond_features`.
    atom_step
        From the last environments of bonds to those of atoms.
    atom, molecule
        Environment of each atom, and its molecule, both of shape `(atoms,)`.
    n_atoms
        Number of atoms of each molecule, shape `(u,)`.
    """

    bond_features: Tensor
    atom_features: Tensor
    bond_steps: tuple[Step, ...]
    atom_step: Step
    atom: Tensor
    molecule: Tensor
    n_atoms: Tensor

    def __len__(self) -> int:
        return len(self.n_atoms)

    def to(self, target: torch.device | torch.dtype) -> "EnvironmentBatch":
        """Return the batch on another device, or with its features in another floating-point type."""
        moved = replace(self, bond_features=self.bond_features.to(target), atom_features=self.atom_features.to(target))
        if isinstance(target, torch.dtype):
            return moved
        return replace(
            moved,
            bond_steps=tuple(step.to(target) for step in self.bond_steps),
            atom_step=self.atom_step.to(target),
            atom=self.atom.to(target),
            molecule=self.molecule.to(target),
            n_atoms=self.n_atoms.to(target),
        )
