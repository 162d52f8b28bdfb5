"""Dense ids: equal things get equal whole numbers from 0, numbered by first appearance, in time that grows linearly.

Hashing does what sorting does elsewhere (`numpy.unique`), several times faster where there are many rows.
"""

import numpy as np
import pandas as pd

from azeotrope.typing import FloatArray, IntArray


def dense_ids(labels: IntArray | FloatArray) -> IntArray:
    """Return the id of each label, shape `(n,)`; for numbers, all NaN are one label, and -0 is 0.

    Examples
    --------
    >>> dense_ids(np.array([7, 3, 7, -1])).tolist()
    [0, 1, 0, 2]
    """
    return pd.factorize(labels, use_na_sentinel=False)[0].astype(np.int64, copy=False)


def rising_ids(labels: IntArray) -> IntArray:
    """Return the id of each label, shape `(n,)`, numbered in rising order instead of by first appearance."""
    return pd.factorize(labels, sort=True)[0].astype(np.int64, copy=False)


def joint_ids(*columns: IntArray | FloatArray) -> IntArray:
    """Return the id of each row of at least one column, shape `(n,)`: equal where all columns are.

    Examples
    --------
    >>> joint_ids(np.array([5, 5, 6, 5]), np.array([0.1, 0.2, 0.1, 0.1])).tolist()
    [0, 1, 2, 0]
    """
    ids = dense_ids(columns[0])
    for column in columns[1:]:
        label = dense_ids(column)
        ids = dense_ids(ids * (label.max(initial=0) + 1) + label)
    return ids


def ragged_ids(offsets: IntArray, labels: IntArray) -> IntArray:
    """Return the id of each ragged row, shape `(n,)`: equal where the rows are equally long and all labels are equal.

    Parameters
    ----------
    offsets
        Row `r` owns the labels `offsets[r]:offsets[r + 1]`, shape `(n + 1,)`.
    labels
        Whole numbers from 0, shape `(k,)`.
    """
    ids, length = np.diff(offsets), np.diff(offsets)
    n_labels = labels.max(initial=0) + 1
    longer, n_ids, position = np.flatnonzero(length), length.max(initial=0) + 1, 0
    while len(longer):
        # Above all ids so far, so that no longer row gets the id of one that has ended.
        ids[longer] = n_ids + dense_ids(ids[longer] * n_labels + labels[offsets[longer] + position])
        n_ids, position = ids[longer].max() + 1, position + 1
        longer = longer[length[longer] > position]
    return dense_ids(ids)


def first_rows(ids: IntArray) -> IntArray:
    """Return the first row of each dense id, in the order of the ids."""
    return np.flatnonzero(np.diff(np.maximum.accumulate(ids), prepend=-1))
