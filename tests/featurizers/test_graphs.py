import numpy as np
import pytest
import torch
from chemprop.data import BatchMolGraph
from chemprop.featurizers.molgraph.molecule import SimpleMoleculeMolGraphFeaturizer
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit.Chem import MolFromSmiles
from rdkit.rdBase import BlockLogs

from azeotrope.errors import MoleculeError
from azeotrope.featurizers.graphs import GraphBatch, GraphStore

PARTS = ("V", "E", "edge_index", "rev_edge_index", "batch")


def chemprop_batch(smiles: list[str]) -> BatchMolGraph:
    with BlockLogs():
        return BatchMolGraph([SimpleMoleculeMolGraphFeaturizer()(MolFromSmiles(text)) for text in smiles])


def assert_equal(batch: GraphBatch, expected: BatchMolGraph) -> None:
    assert len(batch) == len(expected)
    for part in PARTS:
        mine, theirs = getattr(batch, part), getattr(expected, part)
        assert mine.dtype == theirs.dtype, part
        assert torch.equal(mine, theirs), part


def test_no_molecules() -> None:
    store = GraphStore.of([])
    assert len(store) == 0
    empty = store.batch(torch.zeros(0, dtype=torch.int64))
    assert len(empty) == 0
    assert empty.V.shape == (0, 72)
    assert empty.E.shape == (0, 14)


def test_a_batch_of_none_from_a_full_store() -> None:
    assert GraphStore.of(["CCO"]).batch(torch.zeros(0, dtype=torch.int64)).V.shape == (0, 72)


@pytest.mark.parametrize("smiles", [["[He]"], ["O"], ["C", "[He]", "O"]])
def test_one_atom_molecules_have_no_bonds(smiles: list[str]) -> None:
    batch = GraphStore.of(smiles).batch(torch.arange(len(smiles)))
    assert_equal(batch, chemprop_batch(smiles))
    assert batch.E.shape == (0, 14)


def test_a_batch_is_chemprops(odd_smiles: list[str]) -> None:
    store = GraphStore.of(odd_smiles)
    assert_equal(store.batch(torch.arange(len(odd_smiles))), chemprop_batch(odd_smiles))


@settings(max_examples=20)
@given(chosen=st.lists(st.integers(0, 13), min_size=1, max_size=12))
def test_any_order_and_repeats(odd_smiles: list[str], chosen: list[int]) -> None:
    batch = GraphStore.of(odd_smiles[:14]).batch(torch.tensor(chosen))
    assert_equal(batch, chemprop_batch([odd_smiles[i] for i in chosen]))


def test_stereo_and_isotopes_are_seen() -> None:
    for left, right in (("C[C@H](O)F", "C[C@@H](O)F"), ("C/C=C/C", "C/C=C\\C"), ("C", "[13CH4]")):
        one, other = (GraphStore.of([smiles]).graphs for smiles in (left, right))
        assert not (torch.equal(one.V, other.V) and torch.equal(one.E, other.E))


def test_the_floating_point_type_changes_features_only() -> None:
    batch = GraphStore.of(["CCO"]).batch(torch.tensor([0])).to(torch.float64)
    assert batch.V.dtype == batch.E.dtype == torch.float64
    assert batch.edge_index.dtype == torch.int64
    assert np.isclose(batch.V[0].sum(), GraphStore.of(["CCO"]).graphs.V[0].sum())


@pytest.mark.parametrize("smiles", ["", "not a molecule"])
def test_an_unreadable_molecule_is_named(smiles: str) -> None:
    with pytest.raises(MoleculeError, match=repr(smiles)):
        GraphStore.of(["C", smiles])
