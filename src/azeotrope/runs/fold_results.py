"""What a finished fold of an experiment leaves behind."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.errors import RunError
from azeotrope.models.checkpoint import Checkpoint, write_checkpoint
from azeotrope.runs.files import replacing, write_bytes, write_json, write_npz, write_parquet
from azeotrope.runs.layout import CURVES, LEAKAGE, MIXING_CURVE, MODEL, PREDICTIONS, SPLIT
from azeotrope.runs.results import RunResults
from azeotrope.splits.split import Split

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class FoldResults(RunResults):
    """Results of a fold.

    Attributes
    ----------
    predictions
        One row per predicted table row: row id, part of the split, truth, prediction, ideal value and composition.
    split
        The row indices used.
    leakage
        The leakage report as plain values.
    checkpoint
        The trained model.
    curves
        Its mixing curves as plain values.
    mixing_curve
        A PNG picture, or None where the data have no binary mixture to draw.
    """

    predictions: "pd.DataFrame"
    split: Split
    leakage: Mapping[str, Any]
    checkpoint: Checkpoint
    curves: Mapping[str, Any]
    mixing_curve: bytes | None = None

    def write_own(self, folder: Path) -> None:
        """See `RunResults.write_own`."""
        write_parquet(folder / PREDICTIONS, self.predictions)
        write_split(folder / SPLIT, self.split)
        write_json(folder / LEAKAGE, dict(self.leakage))
        _write_model(folder / MODEL, self.checkpoint)
        if self.mixing_curve is not None:
            write_bytes(folder / MIXING_CURVE, self.mixing_curve)
        write_json(folder / CURVES, dict(self.curves))


def write_split(path: Path, split: Split) -> None:
    """Write the three index arrays and their content hash as a NumPy archive. Raises `RunError` naming the file."""
    parts = {"train": split.train, "validation": split.validation, "test": split.test}
    write_npz(path, {**parts, "content_hash": np.array(split.content_hash)})


def read_split(path: Path) -> Split:
    """Read what `write_split` wrote; promise and notes are in ``leakage.json`` and are not restored.

    Raises
    ------
    RunError
        When the file is missing or damaged, or when its indices do not have its hash.
    """
    try:
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as archive:
            split = Split(archive["train"], archive["validation"], archive["test"])
            stated = str(archive["content_hash"])
    except Exception as error:  # np.load raises whatever its zip and array readers raise
        raise RunError(f"{path} is not a readable split: {error}") from error
    if split.content_hash != stated:
        raise RunError(f"{path} is damaged: its row indices do not have the hash {stated} it states")
    return split


def _write_model(path: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint so that a full disk leaves neither it nor a part of it."""
    with replacing(path) as temporary:
        try:
            write_checkpoint(temporary, checkpoint)
        except (OSError, RuntimeError) as error:  # PyTorch raises either
            for part in temporary.parent.glob(f"{temporary.stem}.*"):
                part.unlink()
            raise OSError(f"PyTorch stopped half-way, as it does on a full disk ({error})") from error
