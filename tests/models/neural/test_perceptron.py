import torch

from azeotrope.models.neural.perceptron import perceptron


def test_layers_and_widths() -> None:
    shapes = [tuple(weight.shape) for weight in perceptron(101, 200, 4, 2).parameters() if weight.dim() == 2]
    assert shapes == [(200, 101), (200, 200), (200, 200), (200, 200), (2, 200)]


def test_without_hidden_layers_it_is_linear() -> None:
    linear = perceptron(3, 200, 0, 1)
    x, y = torch.randn(2, 3)
    torch.testing.assert_close(linear(x + y), linear(x) + linear(y) - linear(torch.zeros(3)))


def test_the_slope_is_chemprops() -> None:
    network = perceptron(1, 1, 1, 1)
    for weight in network.parameters():
        torch.nn.init.ones_(weight)
    assert torch.isclose(network(torch.tensor([-11.0])), torch.tensor([0.0])).all()
