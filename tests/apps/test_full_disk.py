"""A disk that fills up: the command says so and fails, and nothing it leaves is trusted by the next one."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State
from azeotrope.runs.sync import sync
from azeotrope.runs.tracking import Tracking

pytestmark = pytest.mark.slow

Train = Callable[..., "subprocess.CompletedProcess[str]"]
IDEAL = ("model=ideal", "split=mixture", "split.fold=0")
SMALL = ("featurizer.hidden_width=16", "predictor.hidden_width=16", "trainer.epochs=5", "trainer.min_steps=0")
NETWORK = ("model=dmpnn", *SMALL, "split=mixture", "split.fold=0")
# A fit saves its progress every few seconds; this one does so after every batch.
EAGER = """
import sys
from azeotrope.apps.train import main
from azeotrope.models.neural import progress
progress.SECONDS_BETWEEN_SAVES = 0
sys.argv[0] = "train.py"
main()
"""
AMPLE_KB = 50_000
FULL = r"cannot write {outputs}/\S*?([^/\s]+): (No space left on device|PyTorch stopped half-way).*; free some space"


class Disk:
    """A file system in memory, mounted on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def leave_free(self, free_kb: int) -> None:
        """Change its size so that this much is free."""
        subprocess.run(["mount", "-o", f"remount,size={self._used_kb() + free_kb}k", str(self.folder)], check=True)

    def _used_kb(self) -> int:
        facts = os.statvfs(self.folder)
        return (facts.f_blocks - facts.f_bfree) * facts.f_frsize // 1024


@pytest.fixture
def disk(outputs: Path) -> Iterator[Disk]:
    """The outputs on a disk of their own; needs the right to mount one."""
    outputs.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={AMPLE_KB}k", "tmpfs", str(outputs)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no right to mount a small file system: {mounted.stderr.strip()}")
    (outputs / "of others").write_bytes(bytes(4096))  # a size of 0 would be no limit
    yield Disk(outputs)
    subprocess.run(["umount", "--lazy", str(outputs)], check=True)


def metrics_of_an_undisturbed_run(train: Train, disk: Disk, *overrides: str) -> dict[str, float | None]:
    """Run where there is room, and take the run away."""
    assert train(*overrides).returncode == 0
    [run] = list_runs(disk.folder)
    metrics = run.metrics
    for name in ("commands", "runs"):
        shutil.rmtree(disk.folder / name)
    return metrics


def file_without_room(result: "subprocess.CompletedProcess[str]", outputs: Path) -> str:
    """Return the name of the file that the message is about, once everything else about the end is right."""
    assert result.returncode in (1, 2), result.stderr
    assert "Traceback" not in result.stderr
    assert "Logging error" not in result.stderr
    assert not any(outputs.rglob("*.tmp"))
    assert [run for run in list_runs(outputs) if run.inspection.state is State.DONE] == []
    messages = re.findall(FULL.format(outputs=re.escape(str(outputs))), result.stderr)
    assert messages, result.stderr
    return str(messages[-1][0])


def assert_that_it_completes(train: Train, disk: Disk, expected: Mapping[str, float | None], *overrides: str) -> None:
    disk.leave_free(AMPLE_KB)
    result = train(*overrides)
    assert result.returncode == 0, result.stderr
    [done] = [run for run in list_runs(disk.folder) if run.inspection.state is State.DONE]
    assert done.metrics == expected


def test_whenever_the_disk_fills_up_the_next_start_computes_the_same(train: Train, outputs: Path, disk: Disk) -> None:
    expected = metrics_of_an_undisturbed_run(train, disk, *IDEAL)
    without_room = []
    for free_kb in (0, 4, 24, 40, 60):
        disk.leave_free(free_kb)
        without_room.append(file_without_room(train(*IDEAL), outputs))
    assert len(set(without_room)) >= 4, without_room
    assert_that_it_completes(train, disk, expected, *IDEAL)


def test_a_fit_whose_progress_finds_no_room_goes_on_and_leaves_no_half_of_it(
    train: Train, outputs: Path, disk: Disk, mixtures_csv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = metrics_of_an_undisturbed_run(train, disk, *NETWORK)
    disk.leave_free(100)
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(outputs))
    eager = [sys.executable, "-c", EAGER, "dataset=csv", f"dataset.path={mixtures_csv}", "tracking=none", *NETWORK]
    result = subprocess.run(eager, capture_output=True, text=True, timeout=300, check=False)
    assert "progress cannot be saved" in result.stderr
    assert file_without_room(result, outputs) == "mixing_curve.png"
    assert not any(outputs.glob("runs/*/resume*"))
    assert_that_it_completes(train, disk, expected, *NETWORK)


def test_a_mirror_without_room_costs_the_run_nothing_and_is_made_whole_later(
    train: Train, outputs: Path, disk: Disk
) -> None:
    disk.leave_free(600)
    result = train(*IDEAL, tracking="mlflow")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("`azeotrope sync` catches up") == 1
    assert "No space left on device" in result.stderr
    assert "Traceback" not in result.stderr
    assert not list(outputs.glob("*mlflow.db*"))
    disk.leave_free(AMPLE_KB)
    report = sync(Tracking(outputs))
    [run] = list_runs(outputs)
    assert report.missing == ()
    assert run.run_id in report.mirrored


def test_a_sweep_whose_tasks_find_no_room_names_each_of_them(train: Train, disk: Disk) -> None:
    disk.leave_free(40)
    result = train("-m", "model=ideal", "split=random", "split.folds=[0,1]", "hydra/launcher=local")
    assert result.returncode == 1, result.stderr
    assert "Runs: 0 done, 2 failed" in result.stderr
    for fold in (0, 1):
        assert re.search(rf"failed: .*split.fold={fold}: cannot write to .*/jobs: No space left", result.stderr)
    assert "Traceback" not in result.stderr
