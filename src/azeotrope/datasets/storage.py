"""Curated tables on disk: Parquet with list columns, so that a large table opens without touching each row."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import CurationReport
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import DataError
from azeotrope.typing import IntArray

REJECTED = "rejected.csv"


def write_table(folder: Path, table: MixtureTable, report: CurationReport) -> None:
    """Write table and report as one folder that appears at once or not at all; an existing folder stays.

    Raises
    ------
    DataError
        When the folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as temporary:
            whole = Path(temporary) / folder.name
            whole.mkdir()
            _write(whole, table, report)
            whole.rename(folder)
    except OSError as error:
        if not folder.is_dir():
            raise DataError(f"cannot write the curated table to {folder}: {error}") from error


def read_table(folder: Path) -> tuple[MixtureTable, CurationReport]:
    """Read what `write_table` wrote.

    Raises
    ------
    DataError
        When a file of the folder is missing or damaged.
    """
    try:
        return _read(folder)
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
        raise DataError(f"the curated table in {folder} is damaged: {error}") from error


def _write(folder: Path, table: MixtureTable, report: CurationReport) -> None:
    pq.write_table(_rows(table), folder / "rows.parquet")
    pq.write_table(_molecules(table.mixtures.molecules), folder / "molecules.parquet")
    report.rejected.to_csv(folder / REJECTED, index=False)
    facts = {name: value for name, value in asdict(report).items() if name != "rejected"}
    facts |= {"stereo": table.mixtures.molecules.stereo, "source_files": table.source_files}
    (folder / "report.json").write_text(json.dumps(facts, indent=2))


def _read(folder: Path) -> tuple[MixtureTable, CurationReport]:
    rows = pq.read_table(folder / "rows.parquet")
    molecules = pq.read_table(folder / "molecules.parquet").to_pydict()
    facts = json.loads((folder / "report.json").read_text())
    rejected = pd.read_csv(folder / REJECTED, dtype=str, keep_default_na=False).astype({"row": np.int64})
    stereo, files = facts.pop("stereo"), tuple(facts.pop("source_files"))
    facts["warnings"] = tuple(facts["warnings"])
    mass = np.array(molecules["molar_mass_g_per_mol"], dtype=np.float64)
    known = Molecules(tuple(molecules["inchi"]), tuple(molecules["smiles"]), mass, stereo)
    return _table(rows, known, files), CurationReport(rejected=rejected, **facts)


def _rows(table: MixtureTable) -> pa.Table:
    mixtures = table.mixtures
    columns: dict[str, pa.Array] = {
        "component": _lists(mixtures.offsets, mixtures.component.astype(np.int32)),
        "mole_fraction": _lists(mixtures.offsets, mixtures.mole_fraction),
        "value": pa.array(table.value),
        "source_file": _lists(table.source_offsets, table.source_file.astype(np.int16)),
        "source_row": _lists(table.source_offsets, table.source_row),
    }
    if mixtures.temperature_k is not None:
        columns["temperature_k"] = pa.array(mixtures.temperature_k)
    if mixtures.solute is not None:
        columns["solute"] = pa.array(mixtures.solute)
    return pa.table(columns)


def _molecules(molecules: Molecules) -> pa.Table:
    return pa.table(
        {
            "inchi": list(molecules.inchi),
            "smiles": list(molecules.smiles),
            "molar_mass_g_per_mol": molecules.molar_mass_g_per_mol,
        }
    )


def _lists(offsets: IntArray, values: np.ndarray) -> pa.Array:
    return pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(values))


def _table(rows: pa.Table, molecules: Molecules, files: tuple[str, ...]) -> MixtureTable:
    offsets, component = _flat(rows, "component")
    source_offsets, source_file = _flat(rows, "source_file")
    names = rows.column_names
    mixtures = Mixtures(
        molecules,
        offsets,
        component.astype(np.int64),
        _flat(rows, "mole_fraction")[1],
        rows["temperature_k"].to_numpy() if "temperature_k" in names else None,
        rows["solute"].to_numpy() if "solute" in names else None,
    )
    source_row = _flat(rows, "source_row")[1]
    return MixtureTable(
        mixtures, rows["value"].to_numpy(), source_offsets, source_file.astype(np.int64), source_row, files
    )


def _flat(rows: pa.Table, column: str) -> tuple[IntArray, np.ndarray]:
    """Return offsets from 0 and the flat values of a list column."""
    array = rows[column].combine_chunks()
    chunk = array.chunk(0) if isinstance(array, pa.ChunkedArray) else array
    offsets = chunk.offsets.to_numpy().astype(np.int64)
    return offsets - offsets[0], chunk.flatten().to_numpy()
