"""Multilayer perceptrons with the activation used throughout: LeakyReLU with slope 0.1, as in chemprop."""

from itertools import pairwise

from torch import nn

NEGATIVE_SLOPE = 0.1


def perceptron(input_width: int, hidden_width: int, n_layers: int, output_width: int) -> nn.Sequential:
    """Return `n_layers` hidden layers with LeakyReLU and a linear output; no hidden layer is a linear model."""
    widths = [input_width, *[hidden_width] * n_layers]
    layers: list[nn.Module] = []
    for width, next_width in pairwise(widths):
        layers += [nn.Linear(width, next_width), nn.LeakyReLU(NEGATIVE_SLOPE)]
    return nn.Sequential(*layers, nn.Linear(widths[-1], output_width))
