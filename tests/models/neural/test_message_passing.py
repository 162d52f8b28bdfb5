import numpy as np
import pytest
import torch
from chemprop.nn import BondMessagePassing, MeanAggregation, NormAggregation, SumAggregation
from torch import nn

from azeotrope.featurizers.graphs import GraphBatch, GraphStore
from azeotrope.models.neural.message_passing import AtomReadout, DirectedMessagePassing, MeanReadout, SumReadout

ODD = ["O", "C", "[He]", "[H][H]", "[13CH4]", "[NH4+].[Cl-]", "C[Te]C", "BrB(Br)Br", "c1ccccc1O", f"C{'[CH2]' * 260}C"]


def graphs(smiles: list[str]) -> GraphBatch:
    return GraphStore.of(smiles).batch(torch.arange(len(smiles)))


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_atoms_and_gradients_are_chemprops(depth: int) -> None:
    torch.manual_seed(0)
    mine = DirectedMessagePassing(101, depth, SumReadout(1.0)).build().message_passing
    theirs = BondMessagePassing(d_h=101, depth=depth, activation="leakyrelu")
    theirs.load_state_dict(mine.state_dict())
    batch = graphs(ODD)
    outputs = [module(batch) for module in (mine, theirs)]
    torch.testing.assert_close(*outputs, rtol=1e-5, atol=1e-5)
    for output in outputs:
        output.square().mean().backward()
    for name, weight in mine.named_parameters():
        reference = dict(theirs.named_parameters())[name].grad
        if reference is not None:
            torch.testing.assert_close(weight.grad, reference, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("readout", "reference"),
    [
        (MeanReadout(), MeanAggregation()),
        (SumReadout(1.0), SumAggregation()),
        (SumReadout(100.0), NormAggregation(norm=100.0)),
    ],
)
def test_molecules_are_chemprops(readout: AtomReadout, reference: nn.Module) -> None:
    encoder = DirectedMessagePassing(5, 3, readout).build()
    batch = graphs(ODD)
    expected = reference(encoder.message_passing(batch), batch.batch)
    torch.testing.assert_close(encoder(batch), expected)
    assert encoder.width == expected.shape[1] == 5


@pytest.mark.parametrize("smiles", [["O"], ["[He]", "C", "O"]])
def test_a_batch_of_one_atom_molecules(smiles: list[str]) -> None:
    embeddings = DirectedMessagePassing(5, 3, SumReadout(1.0)).build()(graphs(smiles))
    assert embeddings.shape == (len(smiles), 5)
    assert torch.isfinite(embeddings).all()


def test_no_molecules() -> None:
    assert DirectedMessagePassing(5, 3, MeanReadout()).build()(graphs([])).shape == (0, 5)


def test_an_embedding_does_not_depend_on_the_rest_of_the_batch() -> None:
    encoder = DirectedMessagePassing(101, 4, MeanReadout()).build().double()
    together = encoder(graphs(ODD).to(torch.float64))
    backwards = encoder(graphs(ODD[::-1]).to(torch.float64)).flip(0)
    alone = torch.cat([encoder(graphs([smiles]).to(torch.float64)) for smiles in ODD])
    np.testing.assert_allclose(together.detach(), alone.detach(), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(together.detach(), backwards.detach(), rtol=1e-12, atol=1e-12)


def test_stereo_isomers_have_different_embeddings() -> None:
    encoder = DirectedMessagePassing(5, 3, SumReadout(1.0)).build()
    left, right = encoder(graphs(["C[C@H](O)F", "C[C@@H](O)F"]))
    assert not torch.allclose(left, right)
