import numpy as np
import pytest
import torch
from chemprop.data import BatchMolGraph
from chemprop.featurizers.molgraph.molecule import SimpleMoleculeMolGraphFeaturizer
from chemprop.nn import BondMessagePassing, MeanAggregation, NormAggregation, SumAggregation
from rdkit.Chem import MolFromSmiles
from rdkit.rdBase import BlockLogs
from torch import nn

from azeotrope.featurizers.environment_batch import EnvironmentBatch
from azeotrope.featurizers.environments import EnvironmentStore
from azeotrope.featurizers.graphs import MolecularGraphs
from azeotrope.models.neural.message_passing import AtomReadout, DirectedMessagePassing, MeanReadout, SumReadout

ODD = ["O", "C", "[He]", "[H][H]", "[13CH4]", "[NH4+].[Cl-]", "C[Te]C", "BrB(Br)Br", "c1ccccc1O", f"C{'[CH2]' * 260}C"]


def molecules(smiles: list[str], depth: int) -> EnvironmentBatch:
    return EnvironmentStore.of(MolecularGraphs.of(smiles), depth).batch(torch.arange(len(smiles)))


def chemprop_batch(smiles: list[str]) -> BatchMolGraph:
    with BlockLogs():
        return BatchMolGraph([SimpleMoleculeMolGraphFeaturizer()(MolFromSmiles(text)) for text in smiles])


READOUTS = [
    (MeanReadout(), MeanAggregation()),
    (SumReadout(1.0), SumAggregation()),
    (SumReadout(100.0), NormAggregation(norm=100.0)),
]


@pytest.mark.parametrize(("readout", "aggregation"), READOUTS)
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6])
def test_embeddings_and_gradients_are_chemprops(depth: int, readout: AtomReadout, aggregation: nn.Module) -> None:
    torch.manual_seed(0)
    encoder = DirectedMessagePassing(101, depth, readout).build().double()
    theirs = BondMessagePassing(d_h=101, depth=depth, activation="leakyrelu").double()
    theirs.load_state_dict(encoder.message_passing.state_dict())
    graphs = chemprop_batch(ODD)
    graphs.V, graphs.E = graphs.V.double(), graphs.E.double()
    mine, expected = encoder(molecules(ODD, depth).to(torch.float64)), aggregation(theirs(graphs), graphs.batch)
    assert encoder.width == expected.shape[1] == 101
    torch.testing.assert_close(mine, expected, rtol=1e-9, atol=1e-9)
    for output in (mine, expected):
        output.square().mean().backward()
    gradients = {name: weight.grad for name, weight in theirs.named_parameters() if weight.grad is not None}
    assert len(gradients) == (3 if depth == 1 else 4)
    for name, weight in encoder.message_passing.named_parameters():
        if name in gradients:
            torch.testing.assert_close(weight.grad, gradients[name], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("smiles", [["O"], ["[He]", "C", "O"]])
def test_a_batch_of_one_atom_molecules(smiles: list[str]) -> None:
    embeddings = DirectedMessagePassing(5, 3, SumReadout(1.0)).build()(molecules(smiles, 3))
    assert embeddings.shape == (len(smiles), 5)
    assert torch.isfinite(embeddings).all()


def test_no_molecules() -> None:
    assert DirectedMessagePassing(5, 3, MeanReadout()).build()(molecules([], 3)).shape == (0, 5)


def test_an_embedding_does_not_depend_on_the_rest_of_the_batch() -> None:
    encoder = DirectedMessagePassing(101, 4, MeanReadout()).build().double()
    together = encoder(molecules(ODD, 4).to(torch.float64))
    backwards = encoder(molecules(ODD[::-1], 4).to(torch.float64)).flip(0)
    alone = torch.cat([encoder(molecules([smiles], 4).to(torch.float64)) for smiles in ODD])
    np.testing.assert_allclose(together.detach(), alone.detach(), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(together.detach(), backwards.detach(), rtol=1e-12, atol=1e-12)


def test_stereo_isomers_have_different_embeddings() -> None:
    encoder = DirectedMessagePassing(5, 3, SumReadout(1.0)).build()
    left, right = encoder(molecules(["C[C@H](O)F", "C[C@@H](O)F"], 3))
    assert not torch.allclose(left, right)
