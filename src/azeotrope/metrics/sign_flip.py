r"""Could differences of whole groups have had the opposite signs? A permutation test of a paired mean difference.

Rows of one mixture system are not independent, so the unit of the test is the group (the component set). With
:math:`s_g` the sum of the row-wise differences in group `g`, the mean difference over the rows is
:math:`\sum_g s_g / n`. If neither model were better, each :math:`s_g` would be as likely with the opposite sign, so
:math:`T = |\sum_g s_g|` is compared with :math:`T_b = |\sum_g \epsilon_{bg} s_g|` for random signs
:math:`\epsilon_{bg} = \pm 1` (Fisher 1935, The Design of Experiments; for groups Canay, Romano and Shaikh 2017,
doi:10.3982/ECTA13081):

.. math:: p = \frac{1 + \#\{b : T_b \ge T\}}{1 + B}

which is never 0, since the signs as they are count as one of the flips (Phipson and Smyth 2010,
doi:10.2202/1544-6115.1585).
"""

from collections.abc import Iterator

import numpy as np

from azeotrope.metrics.resampling import BLOCK_ENTRIES
from azeotrope.typing import BoolArray, FloatArray, IntArray

N_FLIPS = 10_000
FLIPS_AT_ONCE = 1_000
"""To stay within the cache of a processor."""
ROUNDING = 1e-12
"""Sums closer than this, relative to the sum of magnitudes, are taken to be equal: they are added in other orders."""


def sign_flip_p_values(group_sums: FloatArray, *, n_flips: int = N_FLIPS, seed: int = 0) -> FloatArray:
    """Return the two-sided p-value of each row of group sums under random signs; see the formula above.

    Parameters
    ----------
    group_sums
        Shape `(n_tests, n_groups)`; all tests see the same flips.
    n_flips
        Number of flips.
    seed
        Seed of the flips.

    Returns
    -------
    Shape `(n_tests,)`, from 1 / (1 + `n_flips`) to 1; 1 where all sums are 0.
    """
    reached = np.zeros(len(group_sums), dtype=np.int64)
    for flipped in _random_flips(group_sums.shape[1], n_flips, np.random.default_rng(seed)):
        for start in range(0, len(flipped), FLIPS_AT_ONCE):
            reached += n_reached(group_sums, flipped[start : start + FLIPS_AT_ONCE])
    return (1 + reached) / (1 + n_flips)


def n_reached(group_sums: FloatArray, flipped: BoolArray) -> IntArray:
    """Return how many flips reach the magnitude of the sum as it is.

    Parameters
    ----------
    group_sums
        Shape `(n_tests, n_groups)`.
    flipped
        Which groups change their sign in each flip, shape `(n_flips, n_groups)`.

    Returns
    -------
    Shape `(n_tests,)`.
    """
    total = group_sums.sum(axis=1)
    under_flip = (1.0 - 2.0 * flipped) @ group_sums.T
    np.abs(under_flip, out=under_flip)
    tolerance = ROUNDING * np.abs(group_sums).sum(axis=1)
    return np.asarray((under_flip >= np.abs(total) - tolerance).sum(axis=0), dtype=np.int64)


def _random_flips(n_groups: int, n_flips: int, rng: np.random.Generator) -> Iterator[BoolArray]:
    """Fair coins of shape `(n_flips, n_groups)`, in blocks, to bound the memory."""
    block = max(1, BLOCK_ENTRIES // max(1, n_groups))
    for start in range(0, n_flips, block):
        count = min(block, n_flips - start) * n_groups
        bits = np.unpackbits(np.frombuffer(rng.bytes(-(-count // 8)), dtype=np.uint8), count=count)
        yield bits.astype(np.bool_).reshape(-1, n_groups)
