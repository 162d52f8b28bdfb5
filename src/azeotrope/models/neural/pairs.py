"""Pairs of entries of a mixture."""

import torch
from torch import Tensor

from azeotrope.models.neural.batches import MixtureBatch


def entry_pairs(batch: MixtureBatch) -> tuple[Tensor, Tensor]:
    """Return all ordered pairs of entries of the same mixture that are different molecules.

    Two entries of one molecule are no pair, so that whatever is summed over pairs vanishes for a pure compound and
    does not change when a component is split in two.

    Returns
    -------
    Entry indices of the first and the second of each pair, both of shape `(p,)`, sorted by the first.
    """
    first, second = all_entry_pairs(batch)
    different = batch.component[first] != batch.component[second]
    return first[different], second[different]


def all_entry_pairs(batch: MixtureBatch) -> tuple[Tensor, Tensor]:
    """Return all ordered pairs of entries of the same mixture, each entry with itself included.

    Returns
    -------
    Entry indices of the first and the second of each pair, both of shape `(p,)`, sorted by both.
    """
    count = torch.bincount(batch.row, minlength=len(batch))
    start = torch.cumsum(count, 0) - count
    partners = count[batch.row]
    first = torch.repeat_interleave(torch.arange(len(batch.row), device=batch.row.device), partners)
    rank = torch.arange(len(first), device=first.device) - (torch.cumsum(partners, 0) - partners)[first]
    return first, start[batch.row[first]] + rank
