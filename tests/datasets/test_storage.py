import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.identity import Molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.curation import CurationRules, curate
from azeotrope.datasets.dataset import CurationReport
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.storage import read_table, write_table
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import DataError

RawTableMaker = Callable[..., RawTable]
FILES = ("rows.parquet", "molecules.parquet", "report.json", "rejected.csv")
N_SOLVATION_ROWS = 422_669

# The peak is that of the program's own memory: what `getrusage` says starts with the memory of the parent process.
LOAD_AND_MEASURE = """
import re, sys, time
from pathlib import Path
from azeotrope.datasets.storage import read_table
start = time.perf_counter()
table, report = read_table(Path(sys.argv[1]))
seconds = time.perf_counter() - start
peak_kib = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(len(table), table.mixtures.component.sum(), seconds, peak_kib * 1024)
"""


def assert_equal(one: MixtureTable, other: MixtureTable) -> None:
    assert one.content_hash == other.content_hash
    assert one.row_ids() == other.row_ids()
    assert one.source_files == other.source_files
    molecules, expected = one.mixtures.molecules, other.mixtures.molecules
    assert (molecules.inchi, molecules.smiles, molecules.stereo) == (expected.inchi, expected.smiles, expected.stereo)
    np.testing.assert_array_equal(molecules.molar_mass_g_per_mol, expected.molar_mass_g_per_mol)
    for name in ("offsets", "component", "mole_fraction", "temperature_k", "solute"):
        found, wanted = getattr(one.mixtures, name), getattr(other.mixtures, name)
        assert (found is None) == (wanted is None)
        if found is not None:
            assert found.dtype == wanted.dtype
            np.testing.assert_array_equal(found, wanted)
    for name in ("value", "source_offsets", "source_file", "source_row"):
        assert getattr(one, name).dtype == getattr(other, name).dtype


def example(raw_table: RawTableMaker, stereo: str = "drop") -> tuple[MixtureTable, CurationReport]:
    text = (
        "smiles_1,fraction_1,smiles_2,fraction_2,temperature,solute,note,value\n"
        "CCO,0.5,O,0.5,25,C,,1\nO,0.5,CCO,0.5,25,C,,2\nO,1,,,300,C,,3\n"
        '[Sn], 1 ,NA,,300,C,"a ""b"",\nc",007\nC,1,,,1,,x,1'
    )
    return curate([raw_table(text)], CurationRules(stereo=stereo))


@pytest.mark.parametrize("stereo", ["keep", "drop"])
def test_a_table_and_its_report_come_back_as_they_were(raw_table: RawTableMaker, tmp_path: Path, stereo: str) -> None:
    table, report = example(raw_table, stereo)
    write_table(tmp_path / "tables" / "mine", table, report)
    read, read_report = read_table(tmp_path / "tables" / "mine")
    assert_equal(read, table)
    pd.testing.assert_frame_equal(read_report.rejected, report.rejected, check_dtype=False)
    for name in ("raw_rows", "repairs", "warnings", "noise_floor", "replicate_groups"):
        assert getattr(read_report, name) == getattr(report, name)
    assert report.noise_floor is not None
    assert report.warnings


def test_rejected_csv_holds_reason_detail_and_the_raw_fields_as_written(
    raw_table: RawTableMaker, tmp_path: Path
) -> None:
    write_table(tmp_path / "mine", *example(raw_table))
    rejected = pd.read_csv(tmp_path / "mine" / "rejected.csv", dtype=str, keep_default_na=False)
    assert rejected.columns.tolist()[:4] == ["file", "row", "reason", "detail"]
    first = rejected.iloc[0].to_dict()
    assert (first["file"], first["row"], first["reason"]) == ("my.csv", "3", "metal")
    assert "'[Sn]'" in first["detail"]
    raw = ["smiles_1", "fraction_1", "smiles_2", "note", "value"]
    assert [first[column] for column in raw] == ["[Sn]", " 1 ", "NA", 'a "b",\nc', "007"]


def test_one_row_without_context_provenance_or_rejections(raw_table: RawTableMaker, tmp_path: Path) -> None:
    table, report = curate([raw_table("smiles_1,value\nO,1")], CurationRules())
    write_table(tmp_path / "mine", table, report)
    read, read_report = read_table(tmp_path / "mine")
    assert_equal(read, table)
    assert read.mixtures.temperature_k is None
    assert read.mixtures.solute is None
    assert read_report.noise_floor is None
    assert len(read_report.rejected) == 0


def test_no_rows(raw_table: RawTableMaker, tmp_path: Path) -> None:
    table, report = example(raw_table)
    write_table(tmp_path / "mine", table.take(np.array([], dtype=np.int64)), report)
    read, _ = read_table(tmp_path / "mine")
    assert len(read) == len(read.mixtures) == 0
    assert read.row_ids() == []


def test_rows_added_by_definition_come_back_without_a_raw_row(raw_table: RawTableMaker, tmp_path: Path) -> None:
    raw = raw_table("smiles_1,fraction_1,smiles_2,fraction_2,value\nO,0.5,C,0.5,1")
    table, report = curate([raw], CurationRules(pure_by_definition=0.0))
    write_table(tmp_path / "mine", table, report)
    assert_equal(read_table(tmp_path / "mine")[0], table)


def test_nothing_half_written_is_left_beside_the_table(raw_table: RawTableMaker, tmp_path: Path) -> None:
    table, report = example(raw_table)
    for _ in range(2):
        write_table(tmp_path / "mine", table, report)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == sorted(FILES)


def test_an_existing_table_stays(raw_table: RawTableMaker, tmp_path: Path) -> None:
    table, report = example(raw_table)
    write_table(tmp_path / "mine", table, report)
    write_table(tmp_path / "mine", table.take([0]), report)
    assert len(read_table(tmp_path / "mine")[0]) == len(table)


def test_a_folder_that_cannot_be_made_is_named(raw_table: RawTableMaker, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(DataError, match="cannot write the curated table to"):
        write_table(tmp_path / "file" / "mine", *example(raw_table))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", ["deleted", "emptied", "overwritten", "replaced", "cut"])
def test_a_damaged_table_is_an_error_that_names_its_folder(
    raw_table: RawTableMaker, tmp_path: Path, file: str, damage: str
) -> None:
    folder = tmp_path / "mine"
    write_table(folder, *example(raw_table))
    path = folder / file
    if damage == "deleted":
        path.unlink()
    elif damage == "cut":
        os.truncate(path, len("file,r") if file == "rejected.csv" else path.stat().st_size // 2)
    elif damage == "emptied":
        path.write_bytes(b"")
    elif damage == "overwritten":
        path.write_bytes(b"\xff" * 100)
    else:  # a well-formed file of something else
        source = {"report.json": "{}", "rejected.csv": "file,row\na,b\n"}.get(file)
        path.write_text(source) if source else path.write_bytes(other_parquet(tmp_path))
    with pytest.raises(DataError, match="mine is damaged"):
        read_table(folder)


def other_parquet(folder: Path) -> bytes:
    pd.DataFrame({"something": [1.0]}).to_parquet(folder / "other.parquet")
    return (folder / "other.parquet").read_bytes()


def test_a_missing_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nothing"):
        read_table(tmp_path / "nothing")


def test_the_report_is_json_that_others_can_read(raw_table: RawTableMaker, tmp_path: Path) -> None:
    table, report = example(raw_table)
    write_table(tmp_path / "mine", table, report)
    facts = json.loads((tmp_path / "mine" / "report.json").read_text())
    assert facts["raw_rows"] == 5
    assert facts["noise_floor"] == pytest.approx(np.sqrt(0.5))


def solvation_sized() -> tuple[MixtureTable, CurationReport]:
    """As many binaries of 32 solvents with 285 solutes as the largest published data set has."""
    n = N_SOLVATION_ROWS
    random = np.random.default_rng(0)
    molecules = Molecules.of(Molecule(f"InChI=1S/made-up-{i:03d}", f"C{i}", 100.0 + i) for i in range(317))
    first = random.integers(0, 31, n)
    component = np.column_stack([first, first + 1 + random.integers(0, 31 - first)]).ravel()
    thousandths = random.integers(1, 1000, n)
    mole_fraction = np.column_stack([thousandths, 1000 - thousandths]).ravel() / 1000
    solute = 32 + random.integers(0, 285, n)
    mixtures = Mixtures(molecules, np.arange(0, 2 * n + 1, 2), component, mole_fraction, None, solute)
    table = MixtureTable(
        mixtures, random.normal(size=n), np.arange(n + 1), np.zeros(n, dtype=np.int64), np.arange(n), ("made-up.csv",)
    )
    return table, CurationReport(n, pd.DataFrame(columns=["file", "row", "reason", "detail"]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak memory from /proc")
def test_a_table_of_422669_rows_loads_in_2_seconds_and_1_gigabyte(tmp_path: Path) -> None:
    table, report = solvation_sized()
    write_table(tmp_path / "large", table, report)
    command = [sys.executable, "-c", LOAD_AND_MEASURE, str(tmp_path / "large")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    rows, components, seconds, peak_bytes = int(output[0]), int(output[1]), float(output[2]), float(output[3])
    assert (rows, components) == (N_SOLVATION_ROWS, table.mixtures.component.sum())
    assert seconds < 2.0
    assert peak_bytes < 1e9
