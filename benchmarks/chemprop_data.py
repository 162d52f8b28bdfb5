# ruff: noqa: INP001 - a script, not a part of the package
"""A table of binary mixtures as chemprop's documentation has it: one data set per component, joined."""

from typing import Any

import pandas as pd
from binary_csv import DESCRIPTORS, SMILES
from chemprop.data import MoleculeDatapoint, MoleculeDataset, MulticomponentDataset


def multicomponent(frame: pd.DataFrame) -> Any:
    """Return chemprop's data set of the rows; targets and descriptors belong to the first component."""
    targets, descriptors = frame[["value"]].to_numpy(), frame[DESCRIPTORS].to_numpy()
    first, second = (frame[column] for column in SMILES)
    points = [
        MoleculeDatapoint.from_smi(smiles, target, x_d=descriptor)
        for smiles, target, descriptor in zip(first, targets, descriptors, strict=True)
    ]
    others = [MoleculeDatapoint.from_smi(smiles) for smiles in second]
    return MulticomponentDataset([MoleculeDataset(points), MoleculeDataset(others)])
