import hashlib
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.mixing_rules import LinearMixing, RaoultMixing
from azeotrope.datasets import recipe as recipes
from azeotrope.datasets.curation import CurationRules
from azeotrope.datasets.layout import Layout
from azeotrope.datasets.loading import ComputedDataset, FileDataset, SourceTable
from azeotrope.datasets.own_csv import CsvDataset
from azeotrope.datasets.sources import Source
from azeotrope.datasets.split_column import SplitColumn
from azeotrope.datasets.summary import Summary, summarise
from azeotrope.datasets.transforms import Scale
from azeotrope.errors import DataError

MIX = "a,b,x,y,v\nCCO,O,0.5,0.5,6\nCCO,O,0.2,0.8,3\n"
PURE = "a,v\nCCO,8\nO,2\nCC(,1\n"
LAYOUTS = {"mix.csv": Layout(("a", "b"), "v", ("x", "y")), "pure.csv": Layout(("a",), "v")}
NOWHERE = "http://127.0.0.1:9/"


def source(file: str, content: str, *, hash_confirmed: bool = True) -> Source:
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    return Source("made_up", file, NOWHERE + file, sha256, "CC0", "nobody", hash_confirmed=hash_confirmed)


def published(mirror: Path, *, hash_confirmed: bool = True, change: str = "") -> FileDataset:
    """A recipe of two files that lie in a mirror, one of them changed after it was published."""
    (mirror / "made_up").mkdir(parents=True, exist_ok=True)
    (mirror / "made_up" / "mix.csv").write_text(MIX + change)
    (mirror / "made_up" / "pure.csv").write_text(PURE)
    contents = {"mix.csv": MIX, "pure.csv": PURE}
    return FileDataset(
        name="made_up",
        quantity="boiling",
        unit="K",
        tables=[
            SourceTable(source(file, text, hash_confirmed=hash_confirmed), LAYOUTS[file])
            for file, text in contents.items()
        ],
    )


def forbid_curation(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the curated table should come from the cache")

    monkeypatch.setattr(recipes, "curate", fail)


def entries(cache: Path) -> list[Path]:
    return sorted((cache / "tables").iterdir())


def own(folder: Path, content: str = "smiles_1,fraction_1,value\nO,1,5\n", name: str = "my.csv") -> CsvDataset:
    (folder / name).write_text(content)
    return CsvDataset(name="mine", quantity="boiling", unit="K", path=str(folder / name))


def test_a_published_data_set_is_curated_from_its_files(tmp_path: Path) -> None:
    dataset = published(tmp_path / "mirror").load(tmp_path / "cache", tmp_path / "mirror")
    assert dataset.table.row_ids() == ["mix.csv:0", "mix.csv:1", "pure.csv:0", "pure.csv:1"]
    assert dataset.report.rejected[["file", "row"]].to_numpy().tolist() == [["pure.csv", 2]]
    assert summarise(dataset) == Summary(2, 1, 2, 2, 2, 1.0, pytest.approx(np.sqrt((1 + 0.04) / 2)))


def test_a_data_set_of_an_unknown_hash_is_unverified_and_says_so_from_the_cache_too(tmp_path: Path) -> None:
    checked = published(tmp_path / "mirror")
    tables = [replace(table, source=replace(table.source, sha256=None)) for table in checked.tables]
    unknown = replace(checked, tables=[checked.tables[0], tables[1]])
    assert (checked.unverified, unknown.unverified, own(tmp_path).unverified) == (False, True, False)
    first, second = (unknown.load(tmp_path / "cache", tmp_path / "mirror") for _ in range(2))
    assert first.report.warnings == second.report.warnings == (recipes.UNVERIFIED,)
    assert checked.load(tmp_path / "cache", tmp_path / "mirror").report.warnings == ()


def test_a_column_that_is_split_otherwise_is_another_table(tmp_path: Path) -> None:
    (tmp_path / "made_up").mkdir()
    content = "pair,v\nCCO.O,8\nO.CCO.C,1\n"
    (tmp_path / "made_up" / "pair.csv").write_text(content)
    smiles = []
    for order in (["a", "b"], ["b", "a"]):
        table = SourceTable(
            source("pair.csv", content), Layout(("a",), "v", solute="b"), SplitColumn("pair", ".", order)
        )
        dataset = FileDataset(name="made_up", quantity="boiling", unit="K", tables=[table]).load(
            tmp_path / "c", tmp_path
        )
        mixtures = dataset.table.mixtures
        smiles.append([mixtures.molecules.smiles[i] for i in mixtures.component])
        assert dataset.report.rejected["pair"].tolist() == ["O.CCO.C"]
    assert smiles == [["CCO"], ["O"]]


def test_what_a_recipe_says_is_what_the_data_set_says(tmp_path: Path) -> None:
    recipe = replace(own(tmp_path), mixing_rule=RaoultMixing(), reference_temperature_bin_k=0.5)
    info = recipe.load(tmp_path / "cache").info
    assert (info.dataset, info.quantity, info.unit) == ("mine", "boiling", "K")
    assert (info.origin, info.mixing_rule.name, info.reference_temperature_bin_k) == ("measured", "raoult", 0.5)
    assert isinstance(own(tmp_path).info.mixing_rule, LinearMixing)


def test_trap_the_second_load_comes_from_the_cache_and_is_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = published(tmp_path / "mirror")
    first = recipe.load(tmp_path / "cache", tmp_path / "mirror")
    forbid_curation(monkeypatch)
    second = recipe.load(tmp_path / "cache", tmp_path / "mirror")
    assert second.table.content_hash == first.table.content_hash
    assert second.table.row_ids() == first.table.row_ids()
    pd.testing.assert_frame_equal(second.report.rejected, first.report.rejected, check_dtype=False)


@pytest.mark.parametrize(
    "rules",
    [
        CurationRules(stereo="drop"),
        CurationRules(transform=Scale(2.0)),
        CurationRules(valid_range=(0.0, None)),
        CurationRules(pure_by_definition=0.0),
    ],
    ids=["stereo", "transform", "range", "definition"],
)
def test_other_rules_have_another_cache_entry(tmp_path: Path, rules: CurationRules) -> None:
    recipe = own(tmp_path)
    for variant in (recipe, replace(recipe, rules=rules), recipe):
        dataset = variant.load(tmp_path / "cache")
        assert dataset.table.value[0] == (10.0 if variant.rules.transform == Scale(2.0) else 5.0)
    assert len(entries(tmp_path / "cache")) == 2


def test_other_content_or_another_declaration_is_read_again(tmp_path: Path) -> None:
    text = "smiles_1,fraction_1,smiles_2,fraction_2,value\nO,0.5,CCO,0.5,{}\n"
    values = [own(tmp_path, text.format(value)).load(tmp_path / "cache").table.value.tolist() for value in (5, 6, 5)]
    assert values == [[5.0], [6.0], [5.0]]
    by_mass = replace(own(tmp_path, text.format(5)), fraction_kind="mass").load(tmp_path / "cache")
    np.testing.assert_array_equal(by_mass.table.mixtures.mole_fraction, [0.281, 0.719])


@pytest.mark.parametrize("file", ["rows.parquet", "molecules.parquet", "report.json", "rejected.csv"])
@pytest.mark.parametrize("damage", [b"", b"{}"])
def test_trap_a_damaged_cache_entry_is_computed_again_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, damage: bytes
) -> None:
    recipe, cache = own(tmp_path), tmp_path / "cache"
    expected = recipe.load(cache).table.content_hash
    (entry,) = entries(cache)
    (entry / file).write_bytes(damage)
    assert recipe.load(cache).table.content_hash == expected
    forbid_curation(monkeypatch)
    assert recipe.load(cache).table.content_hash == expected


def test_a_cache_entry_without_its_files_is_computed_again(tmp_path: Path) -> None:
    recipe, cache = own(tmp_path), tmp_path / "cache"
    recipe.load(cache)
    (entry,) = entries(cache)
    shutil.rmtree(entry)
    entry.mkdir()
    assert recipe.load(cache).table.value.tolist() == [5.0]


@pytest.mark.parametrize("name", ["n" * 300, "水" * 300, "../../a/b", "..", "a\nb"])
def test_trap_no_name_leaves_the_cache_or_is_too_long_for_it(tmp_path: Path, name: str) -> None:
    recipe, cache = replace(own(tmp_path), name=name), tmp_path / "cache"
    assert recipe.load(cache).info.dataset == name
    (entry,) = entries(cache)
    assert entry.parent == cache / "tables"


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    recipe = own(tmp_path)
    with pytest.raises(DataError, match="cannot write the curated table"):
        recipe.load(tmp_path / "my.csv")


def test_trap_two_processes_that_curate_at_once_agree_and_leave_one_whole_entry(tmp_path: Path) -> None:
    own(tmp_path, "smiles_1,fraction_1,value\n" + "".join(f"{'C' * i},1,{i}\n" for i in range(1, 60)))
    script = f"""
import time
from pathlib import Path
from azeotrope.datasets.own_csv import CsvDataset
recipe = CsvDataset(name="mine", quantity="boiling", unit="K", path={str(tmp_path / "my.csv")!r})
print("ready", flush=True)
while not Path({str(tmp_path / "go")!r}).exists():
    time.sleep(0.001)
print(recipe.load(Path({str(tmp_path / "cache")!r})).table.content_hash)
"""
    command = [sys.executable, "-c", script]
    pipe = subprocess.PIPE
    processes = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    (tmp_path / "go").touch()
    outputs = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert outputs[0] == outputs[1]
    assert len(entries(tmp_path / "cache")) == 1
    assert own_hash(tmp_path) == outputs[0][0].strip()


def own_hash(folder: Path) -> str:
    recipe = CsvDataset(name="mine", quantity="boiling", unit="K", path=str(folder / "my.csv"))
    return recipe.load(folder / "cache").table.content_hash


def test_changed_content_of_a_confirmed_file_is_an_error(tmp_path: Path) -> None:
    recipe = published(tmp_path / "mirror", change="CCO,O,0.6,0.4,3\n")
    with pytest.raises(DataError, match=r"mix\.csv"):
        recipe.load(tmp_path / "cache", tmp_path / "mirror")


def test_an_unconfirmed_file_with_the_published_counts_is_accepted_with_a_warning(tmp_path: Path) -> None:
    recipe = replace(
        published(tmp_path / "mirror", hash_confirmed=False, change="\n"), expected={"mixture_rows": 2, "coverage": 1.0}
    )
    for _ in range(2):  # read, then from the cache
        dataset = recipe.load(tmp_path / "cache", tmp_path / "mirror")
        (warning,) = dataset.report.warnings
        assert "mix.csv" in warning
        assert "pure.csv" not in warning


@pytest.mark.parametrize("expected", [{}, {"mixture_rows": 2}])
def test_an_unconfirmed_file_with_other_counts_or_none_to_check_is_an_error(
    tmp_path: Path, expected: dict[str, float]
) -> None:
    recipe = published(tmp_path / "mirror", hash_confirmed=False, change="CCO,O,0.6,0.4,3\n")
    with pytest.raises(DataError, match=r"mix\.csv: neither the hash nor the counts"):
        replace(recipe, expected=expected).load(tmp_path / "cache", tmp_path / "mirror")


def test_an_unconfirmed_file_of_the_known_hash_needs_no_warning(tmp_path: Path) -> None:
    recipe = published(tmp_path / "mirror", hash_confirmed=False)
    assert recipe.load(tmp_path / "cache", tmp_path / "mirror").report.warnings == ()


CALLS: list[float] = []


def boiling(scale: float) -> pd.DataFrame:
    """Two rows, one of them pure and so without a second component."""
    CALLS.append(scale)
    return pd.DataFrame(
        {
            "a": ["CCO", "O"],
            "b": ["O", None],
            "x": [1 / 3, 1.0],
            "y": [2 / 3, np.nan],
            "t": [300, 310],
            "v": [scale, 2 * scale],
        }
    )


def computed(scale: float) -> ComputedDataset:
    layout = Layout(("a", "b"), "v", ("x", "y"), temperature="t")
    return ComputedDataset(
        name="made_up", quantity="boiling", unit="K", compute=partial(boiling, scale=scale), layout=layout
    )


def test_a_computed_data_set_is_computed_once_per_argument_and_says_that_it_is(tmp_path: Path) -> None:
    CALLS.clear()
    datasets = [computed(scale).load(tmp_path / "cache") for scale in (0.1, 0.1, 0.3)]
    assert CALLS == [0.1, 0.3]
    assert {dataset.info.origin for dataset in datasets} == {"computed"}
    np.testing.assert_array_equal(datasets[1].table.value, [0.1, 0.2])
    np.testing.assert_array_equal(datasets[2].table.value, [0.3, 0.6])
    np.testing.assert_array_equal(datasets[0].table.mixtures.mole_fraction, [0.333, 0.667, 1.0])
    assert datasets[0].table.mixtures.is_pure.tolist() == [False, True]
    assert datasets[0].table.row_ids() == ["made_up:0", "made_up:1"]


def test_opening_a_computed_data_set_computes_nothing(tmp_path: Path) -> None:
    CALLS.clear()
    computed(1.0).open(tmp_path, None, progress=False)
    assert CALLS == []
