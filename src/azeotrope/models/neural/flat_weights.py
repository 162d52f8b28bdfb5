"""All weights of a module as one vector, so that an optimizer takes one step for all of them."""

import torch
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters


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
        self.vector = parameters_to_vector(self._weights).detach().requires_grad_()
        vector_to_parameters(self.vector.detach(), self._weights)
        self.vector.grad = torch.zeros_like(self.vector)
        self._gradients = [torch.empty_like(weight, requires_grad=False) for weight in self._weights]
        vector_to_parameters(self.vector.grad, self._gradients)

    def collect_gradients(self) -> None:
        """Let backward passes add to the gradient of the vector, also after the module has dropped its gradients."""
        for weight, gradient in zip(self._weights, self._gradients, strict=True):
            weight.grad = gradient
