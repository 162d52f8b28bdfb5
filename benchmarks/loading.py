# ruff: noqa: INP001 - a script, not a part of the package
"""From a CSV to batches, without any network: reading, the cache, and assembling the batches of an epoch."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
import torch
from chemprop.data import build_dataloader
from chemprop_data import multicomponent
from comparison import COLUMNS, comparison
from rsa import timed
from stage import Row, Stage
from synthetic import Table

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.own_csv import CsvDataset
from azeotrope.models.neural.batches import BatchSource
from azeotrope.models.neural.message_passing import DirectedMessagePassing, SumReadout
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import ConcatTemperature
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Size:
    """Rows of the table, and rows of a batch."""

    table: Table
    batch_size: int


FULL = Size(Table(n_rows=20_000), 64)
QUICK = Size(Table(n_rows=200), 64)


def measure(size: Size, _logs: Path) -> list[Row]:
    """Return one row each for reading, reading again, and an epoch of batches."""
    with TemporaryDirectory() as folder:
        csv, cache = size.table.write(Path(folder) / "table.csv"), Path(folder) / "cache"
        recipe = CsvDataset(name="synthetic", quantity="value", unit="1", path=str(csv))
        start = perf_counter()
        dataset = recipe.load(cache)
        first = perf_counter() - start
        _, again = timed(lambda: recipe.load(cache))
        joined, other = timed(lambda: multicomponent(_binary(pd.read_csv(csv))))
    n, text = size.table.n_rows, "chemprop's data set"
    return [
        comparison(f"read and curate {n:,} rows", first, f"pandas and {text}", other.clock),
        comparison(f"read {n:,} rows again", again.clock, f"pandas and {text}", other.clock),
        *_epoch(dataset, joined, size),
    ]


def _epoch(dataset: Dataset, joined: Any, size: Size) -> Iterator[Row]:
    """Batches of the binary rows, of which chemprop has more, since equal ones are averaged while curating."""
    is_binary = ~dataset.table.mixtures.is_pure
    source = _source(dataset.table.mixtures.take(is_binary), dataset.table.value[is_binary])
    batches = np.array_split(np.random.default_rng(0).permutation(len(source)), ceil(len(source) / size.batch_size))
    n_ours, ours = timed(lambda: sum(len(source.batch(rows)) for rows in batches))
    for has_cache, words in ((False, "without its cache"), (True, "with its cache")):
        for each in joined.datasets:
            each.cache = has_cache
        loader = build_dataloader(joined, batch_size=size.batch_size, seed=0, drop_last=False)
        n_theirs, theirs = timed(partial(_count, loader))
        task = f"an epoch of {n_ours:,} rows in batches of {size.batch_size}"
        yield comparison(task, ours.clock, f"chemprop's data loader {words}", theirs.clock * n_ours / n_theirs)


def _source(mixtures: Mixtures, target: FloatArray) -> BatchSource:
    """Return what `dmpnn` takes its batches from."""
    featurizer = DirectedMessagePassing(hidden_width=101, depth=4, readout=SumReadout(divided_by=1.0))
    scale = Standardization(300.0, 10.0)
    store = featurizer.store(mixtures.molecules.smiles)
    return BatchSource(mixtures, store, ConcatTemperature(), scale, target, torch.float32)


def _count(loader: Any) -> int:
    """Number of rows of all batches of chemprop."""
    return sum(len(batch.Y) for batch in loader)


def _binary(frame: pd.DataFrame) -> pd.DataFrame:
    """Binary rows only, since chemprop has no place for a second molecule that is missing."""
    return frame[frame["smiles_2"].notna()].astype({"fraction_1": np.float64})


STAGE = Stage(
    name="loading",
    title="Reading and batches",
    explanation="""\
A made-up table of 32 molecules with temperatures. Reading includes all of curation (identities, units, closure,
replicates); chemprop parses each SMILES of each row and checks nothing. Batches are assembled without any network, in
one process. Reading for the first time is measured once, all else is the best of three, so that the graphs are there:
ours in one store, chemprop's in its cache where it has one.""",
    columns=COLUMNS,
    measure=measure,
    full=FULL,
    quick=QUICK,
)
