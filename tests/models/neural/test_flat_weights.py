import torch
from torch import nn

from azeotrope.models.neural.flat_weights import FlatWeights
from azeotrope.models.neural.perceptron import perceptron


def module() -> nn.Module:
    torch.manual_seed(0)
    return perceptron(3, 4, 2, 1)


def test_the_weights_are_views_of_the_vector() -> None:
    network, untouched = module(), module()
    flat = FlatWeights(network).vector
    assert flat.shape == (3 * 4 + 4 + 4 * 4 + 4 + 4 + 1,)
    for weight, expected in zip(network.parameters(), untouched.parameters(), strict=True):
        assert torch.equal(weight, expected)
    with torch.no_grad():
        flat.mul_(2.0)
    for weight, expected in zip(network.parameters(), untouched.parameters(), strict=True):
        assert torch.equal(weight, 2.0 * expected)
    network.load_state_dict(untouched.state_dict())
    assert torch.equal(flat, torch.cat([weight.flatten() for weight in untouched.parameters()]))


def test_steps_are_those_of_the_weights_one_by_one() -> None:
    """Clipping and Adam, over three steps; gradients are zeroed in place, and the module drops its own in between."""
    together, apart = module(), module()
    flat = FlatWeights(together)
    optimizers = [torch.optim.Adam([flat.vector], fused=True), torch.optim.Adam(apart.parameters(), fused=True)]
    for step in range(3):
        together.zero_grad()
        flat.collect_gradients()
        inputs = torch.randn(5, 3, generator=torch.Generator().manual_seed(step))
        for network, optimizer, weights in zip(
            (together, apart), optimizers, ([flat.vector], list(apart.parameters())), strict=True
        ):
            (100.0 * network(inputs)).square().mean().backward()
            norm = nn.utils.clip_grad_norm_(weights, 1.0)
            assert norm > 1.0
            optimizer.step()
            optimizer.zero_grad(set_to_none=False)
        for weight, expected in zip(together.parameters(), apart.parameters(), strict=True):
            torch.testing.assert_close(weight, expected, rtol=1e-5, atol=1e-7)


def test_a_weight_without_a_gradient_stays() -> None:
    network = nn.ModuleDict({"used": nn.Linear(1, 1), "idle": nn.Linear(1, 1)})
    before = network["idle"].weight.item()
    flat = FlatWeights(network)
    flat.collect_gradients()
    optimizer = torch.optim.Adam([flat.vector])
    network["used"](torch.ones(1, 1)).sum().backward()
    optimizer.step()
    assert network["idle"].weight.item() == before
