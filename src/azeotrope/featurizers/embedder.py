"""The base of all network modules that give embeddings."""

from torch import nn


class Embedder(nn.Module):
    """A module that says how wide its embeddings are.

    Attributes
    ----------
    width
        Number of columns of its output.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
