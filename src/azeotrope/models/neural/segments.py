"""Weighted softmax within the segments of a ragged array."""

from torch import Tensor


def segment_softmax(scores: Tensor, weights: Tensor, segment: Tensor, n_segments: int) -> Tensor:
    """Return shares proportional to ``weights * exp(scores)`` that add up to 1 within each segment.

    An element counts as often as its weight says: one of weight 0 has share 0 and changes no other share, whatever its
    score, and two elements of equal score share as one of their total weight. The largest score among the elements of
    positive weight is subtracted first, so that no finite score overflows and at least one term does not underflow.

    Parameters
    ----------
    scores
        Shape `(k, h)`: one column per softmax.
    weights
        Shape `(k,)`, not negative. A segment whose weights are all 0 has no shares: they are NaN.
    segment
        Segment of each element, shape `(k,)`, between 0 and `n_segments - 1`, in any order.
    n_segments
        Number of segments; segments without elements are allowed.

    Returns
    -------
    Shape `(k, h)`, between 0 and 1.
    """
    shape = (n_segments, scores.shape[1])
    present = scores.masked_fill((weights == 0)[:, None], float("-inf"))
    peak = present.new_full(shape, float("-inf")).scatter_reduce(
        0, segment[:, None].expand_as(present), present.detach(), "amax"
    )
    terms = weights[:, None] * (present - peak.index_select(0, segment)).exp()
    total = terms.new_zeros(shape).index_add(0, segment, terms)
    return terms / total.index_select(0, segment)
