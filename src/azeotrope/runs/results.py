"""What a finished run leaves behind, each file whole or absent."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.errors import RunError
from azeotrope.models.checkpoint import Checkpoint, write_checkpoint
from azeotrope.runs.files import replacing, write_bytes, write_json, write_npz, write_parquet
from azeotrope.runs.layout import LEAKAGE, METRICS, MIXING_CURVE, MODEL, PREDICTIONS, REASONS, SPLIT, VERSIONS
from azeotrope.splits.split import Split

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class RunResults:
    """Everything that a finished run writes.

    Attributes
    ----------
    metrics
        Metric name to finite number, or None where the metric is undefined.
    reasons
        Why a metric is None, for each that is.
    predictions
        One row per predicted table row: row id, part of the split, truth, prediction, ideal value and unit.
    split
        The row indices used.
    leakage
        The leakage report as plain values.
    versions
        Versions of Python and of the packages that matter, by name.
    checkpoint
        The trained model.
    mixing_curve
        A PNG picture, or None where the data have no binary mixture to draw.
    """

    metrics: Mapping[str, float | None]
    reasons: Mapping[str, str]
    predictions: "pd.DataFrame"
    split: Split
    leakage: Mapping[str, Any]
    versions: Mapping[str, str]
    checkpoint: Checkpoint
    mixing_curve: bytes | None = None


def write_results(folder: Path, results: RunResults) -> None:
    """Write the result files, each atomically.

    Raises
    ------
    RunError
        When a metric is not finite or is None without a reason, or when a file cannot be written; names it.
    """
    write_json(folder / METRICS, _checked_metrics(results))
    write_json(folder / REASONS, dict(results.reasons))
    write_parquet(folder / PREDICTIONS, results.predictions)
    write_split(folder / SPLIT, results.split)
    write_json(folder / LEAKAGE, dict(results.leakage))
    write_json(folder / VERSIONS, dict(results.versions))
    _write_model(folder / MODEL, results.checkpoint)
    if results.mixing_curve is not None:
        write_bytes(folder / MIXING_CURVE, results.mixing_curve)


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


def _checked_metrics(results: RunResults) -> dict[str, float | None]:
    """Return the metrics as plain floats and None, all nulls explained."""
    unexplained = [name for name, value in results.metrics.items() if value is None and name not in results.reasons]
    if unexplained:
        raise RunError(f"metrics without a value need a reason: {', '.join(unexplained)}")
    metrics = {name: None if value is None else float(value) for name, value in results.metrics.items()}
    infinite = {name: value for name, value in metrics.items() if value is not None and not math.isfinite(value)}
    if infinite:
        raise RunError(f"metrics must be finite, or null with a reason: {infinite}")
    return metrics


def _write_model(path: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint so that a full disk leaves neither it nor a part of it."""
    with replacing(path) as temporary:
        try:
            write_checkpoint(temporary, checkpoint)
        except (OSError, RuntimeError) as error:  # PyTorch raises either
            for part in temporary.parent.glob(f"{temporary.stem}.*"):
                part.unlink()
            raise OSError(f"PyTorch stopped half-way, as it does on a full disk ({error})") from error
