import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.runs.index import list_runs

Train = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def flawed_csv(mixtures_csv: Path, tmp_path: Path) -> Path:
    """The mixtures at 25 K, and two rows that cannot be used."""
    header, *rows = mixtures_csv.read_text().splitlines()
    lines = [f"temperature,{header}", *(f"25,{row}" for row in rows), "25,Xx,1,,,1", "25,CCO,30,O,70,1"]
    file = tmp_path / "flawed.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_warnings_and_rejected_rows_are_in_the_log_of_each_run_and_once_on_the_terminal(
    train: Train, outputs: Path, flawed_csv: Path
) -> None:
    drop = (f"dataset.path={flawed_csv}", "dataset.rules.on_rejection=drop")
    result = train("-m", *drop, "model=ideal", "split=random", "split.fold=0,1", f"paths.cache={outputs.parent}/cache")
    assert result.returncode == 0, result.stderr
    rejected = f"2 of {len(flawed_csv.read_text().splitlines()) - 1} raw rows are rejected"
    assert result.stderr.count(rejected) == 1
    runs = list_runs(outputs)
    assert len(runs) == 2
    for run in runs:
        lines = (run.path / "log.txt").read_text().splitlines()
        assert sum("is the temperature in Celsius?" in line for line in lines) == 1
        [line] = [line for line in lines if rejected in line]
        for reason in ("unparsable_identifier: 1", "fractions_do_not_close: 1"):
            assert reason in line
        listed = Path(line.rpartition(" listed in ")[2])
        assert listed.name == "rejected.csv"
        assert "Xx" in listed.read_text()


def test_nothing_is_said_where_nothing_is_rejected(train: Train, outputs: Path) -> None:
    result = train("model=ideal", "split=random", "split.fold=0")
    assert result.returncode == 0, result.stderr
    assert "raw rows are rejected" not in result.stderr
    [run] = list_runs(outputs)
    assert "raw rows are rejected" not in (run.path / "log.txt").read_text()
