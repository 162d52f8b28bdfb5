"""All weights of a module as one vector, so that an optimizer takes one step for all of them."""

from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn


class FlatWeights:
    """The weights of a module moved into one vector, of which they are views from then on.

    One norm and one step of an optimizer then cost one pass instead of one for each weight, which is what the training
    with small batches spends much of its time on. A module that is moved or converted leaves the vector.

    Parameters
    ----------
    module
        Its weights keep their values.

    Attributes
    ----------
    vector
        Shape `(number of weights,)`, what the optimizer gets; its gradient starts at 0.
    """

    def __init__(self, module: nn.Module) -> None:
        self._weights = list(module.parameters())
        self.vector = torch.cat([weight.detach().flatten() for weight in self._weights]).requires_grad_()
        self.vector.grad = self._gradient = torch.zeros_like(self.vector)
        for weight, values in zip(self._weights, self._views(self.vector.detach()), strict=True):
            weight.data = values

    def collect_gradients(self) -> None:
        """Let backward passes add to the gradient of the vector, also after the module has dropped its gradients."""
        for weight, gradient in zip(self._weights, self._views(self._gradient), strict=True):
            weight.grad = gradient

    def _views(self, vector: Tensor) -> list[Tensor]:
        bounds = np.cumsum([0, *(weight.numel() for weight in self._weights)])
        parts = (vector[start:stop] for start, stop in pairwise(bounds.tolist()))
        return [part.view_as(weight) for part, weight in zip(parts, self._weights, strict=True)]
