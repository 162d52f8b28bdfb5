import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.featurizers.environment_batch import EnvironmentBatch
from azeotrope.featurizers.environments import EnvironmentStore
from azeotrope.featurizers.graphs import MolecularGraphs


def store(smiles: list[str], depth: int = 4) -> EnvironmentStore:
    return EnvironmentStore.of(MolecularGraphs.of(smiles), depth)


def whole(smiles: list[str], depth: int = 4) -> EnvironmentBatch:
    return store(smiles, depth).batch(torch.arange(len(smiles)))


def n_environments(batch: EnvironmentBatch) -> list[int]:
    """Number of bond environments of each step, then of atom environments."""
    steps = [*batch.bond_steps, batch.atom_step]
    return [len(batch.bond_features), *(len(step.start) for step in steps)]


def test_no_molecules() -> None:
    assert len(store([])) == 0
    for batch in (whole([]), store(["CCO"]).batch(torch.zeros(0, dtype=torch.int64))):
        assert len(batch) == len(batch.atom) == 0
        assert batch.bond_features.shape == (0, 86)
        assert batch.atom_features.shape == (0, 72)


@pytest.mark.parametrize("smiles", [["[He]"], ["O", "C"], ["C", "[He]", "O"]])
def test_one_atom_molecules_have_no_bonds(smiles: list[str]) -> None:
    batch = whole(smiles)
    assert n_environments(batch) == [0, 0, 0, 0, len(smiles)]
    assert batch.n_atoms.tolist() == [1] * len(smiles)


def test_a_benzene_ring_is_one_bond_and_one_atom() -> None:
    batch = whole(["c1ccccc1"])
    assert n_environments(batch) == [1, 1, 1, 1, 1]
    assert batch.atom.tolist() == [0] * 6
    assert batch.n_atoms.tolist() == [6]


def test_environments_of_propane_by_hand() -> None:
    """Bonds lead inwards or outwards, and only the inward ones send on: a step holds what the next one needs."""
    batch = whole(["CCC"])
    assert n_environments(batch) == [2, 0, 1, 2, 2]
    assert len(batch.atom_step.sender) == 3  # one into the end, two equal ones into the middle
    ends = batch.atom[[0, 2]]
    assert ends[0] == ends[1] != batch.atom[1]


def test_what_is_far_away_is_seen_at_the_step_that_reaches_it() -> None:
    """The first carbons of butane and of 1-chlorobutane differ by their neighbour's neighbour's neighbour."""
    for depth, n_kinds in ((1, 1), (2, 1), (3, 2), (4, 2)):
        graphs = MolecularGraphs.of(["CCCC", "CCCCCl"])
        environments = EnvironmentStore.of(graphs, depth)
        atoms = [environments.atoms[0], environments.atoms[4]]
        assert len(set(atoms)) == n_kinds, depth


@settings(max_examples=20)
@given(chosen=st.lists(st.integers(0, 13), min_size=1, max_size=12))
def test_a_batch_is_the_store_restricted(odd_smiles: list[str], chosen: list[int]) -> None:
    """Unfolded to atoms and their features, a batch of any order with repeats is what was asked for."""
    smiles = odd_smiles[:14]
    batch, graphs = store(smiles).batch(torch.tensor(chosen)), MolecularGraphs.of([smiles[i] for i in chosen])
    of_atoms = batch.atom_features[batch.atom_step.start[batch.atom]]
    np.testing.assert_array_equal(of_atoms, graphs.atoms.astype(np.float32))
    np.testing.assert_array_equal(batch.molecule, np.repeat(np.arange(len(chosen)), graphs.n_atoms))
    np.testing.assert_array_equal(batch.n_atoms, graphs.n_atoms)
    received = torch.bincount(batch.atom_step.receiver, minlength=len(batch.atom_step.start))[batch.atom]
    np.testing.assert_array_equal(received, np.bincount(graphs.target, minlength=len(graphs.atoms)))


def test_a_molecule_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError):
        store(["CCO"]).batch(torch.tensor([1]))


def test_the_same_molecule_twice_costs_nothing() -> None:
    once, twice = whole(["CCO"]), store(["CCO"]).batch(torch.tensor([0, 0]))
    assert n_environments(once) == n_environments(twice)
    assert twice.molecule.tolist() == [0, 0, 0, 1, 1, 1]


def test_the_floating_point_type_changes_features_only() -> None:
    batch = whole(["CCO"])
    double = batch.to(torch.float64)
    assert double.bond_features.dtype == double.atom_features.dtype == torch.float64
    assert double.atom.dtype == double.atom_step.sender.dtype == torch.int64
    assert torch.equal(double.bond_features.float(), batch.bond_features)
