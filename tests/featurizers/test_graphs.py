import numpy as np
import pytest
from chemprop.data import BatchMolGraph
from chemprop.featurizers.molgraph.molecule import SimpleMoleculeMolGraphFeaturizer
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit.Chem import MolFromSmiles
from rdkit.rdBase import BlockLogs

from azeotrope.errors import MoleculeError
from azeotrope.featurizers.graphs import MolecularGraphs


def chemprop_batch(smiles: list[str]) -> BatchMolGraph:
    with BlockLogs():
        return BatchMolGraph([SimpleMoleculeMolGraphFeaturizer()(MolFromSmiles(text)) for text in smiles])


def assert_equal(graphs: MolecularGraphs, expected: BatchMolGraph) -> None:
    assert len(graphs) == len(expected)
    np.testing.assert_array_equal(graphs.atoms.astype(np.float32), expected.V)
    np.testing.assert_array_equal(graphs.bonds.astype(np.float32), expected.E)
    np.testing.assert_array_equal([graphs.source, graphs.target], expected.edge_index)
    np.testing.assert_array_equal(graphs.reverse, expected.rev_edge_index)
    np.testing.assert_array_equal(np.repeat(np.arange(len(graphs)), graphs.n_atoms), expected.batch)


def test_no_molecules() -> None:
    graphs = MolecularGraphs.of([])
    assert len(graphs) == 0
    assert graphs.atoms.shape == (0, 72)
    assert graphs.bonds.shape == (0, 14)
    assert graphs.source.shape == graphs.target.shape == graphs.reverse.shape == (0,)


@pytest.mark.parametrize("smiles", [["[He]"], ["O"], ["C", "[He]", "O"]])
def test_one_atom_molecules_have_no_bonds(smiles: list[str]) -> None:
    graphs = MolecularGraphs.of(smiles)
    assert_equal(graphs, chemprop_batch(smiles))
    assert graphs.bonds.shape == (0, 14)


def test_graphs_are_chemprops(odd_smiles: list[str]) -> None:
    assert_equal(MolecularGraphs.of(odd_smiles), chemprop_batch(odd_smiles))


@settings(max_examples=20)
@given(chosen=st.lists(st.integers(0, 13), min_size=1, max_size=12))
def test_any_order_and_repeats(odd_smiles: list[str], chosen: list[int]) -> None:
    smiles = [odd_smiles[i] for i in chosen]
    assert_equal(MolecularGraphs.of(smiles), chemprop_batch(smiles))


def test_stereo_and_isotopes_are_seen() -> None:
    for left, right in (("C[C@H](O)F", "C[C@@H](O)F"), ("C/C=C/C", "C/C=C\\C"), ("C", "[13CH4]")):
        one, other = (MolecularGraphs.of([smiles]) for smiles in (left, right))
        assert not (np.array_equal(one.atoms, other.atoms) and np.array_equal(one.bonds, other.bonds))


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(smiles: str) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        MolecularGraphs.of(["C", smiles])
