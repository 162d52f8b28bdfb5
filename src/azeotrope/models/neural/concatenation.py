"""The components of a mixture side by side, as one tensor."""

import torch
from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.aggregators import refuse_crowded
from azeotrope.models.neural.batches import MixtureBatch


class ConcatenatedEntries(Embedder):
    """What `Concatenation.combine` does, for embeddings; it has no weights."""

    def __init__(self, width: int, max_components: int) -> None:
        super().__init__(max_components * (1 + width))
        self.max_components = max_components

    def forward(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(n, max_components * (1 + width))` from entry embeddings of shape `(k, width)`.

        Raises
        ------
        DataError
            With the position in the batch of the first mixture of too many components.
        """
        count = torch.bincount(batch.row, minlength=len(batch))
        refuse_crowded(count.cpu().numpy(), self.max_components)
        start = torch.cumsum(count, 0) - count
        position = torch.arange(len(entries), device=entries.device) - start[batch.row]
        filled = torch.cat([batch.mole_fraction[:, None], entries], dim=1)
        slots = filled.new_zeros(len(batch) * self.max_components, filled.shape[1])
        slots = slots.index_copy(0, batch.row * self.max_components + position, filled)
        return slots.reshape(len(batch), self.width)
