import os
import time
from pathlib import Path

import pytest

from azeotrope.datasets.whole_files import ABANDONED_AFTER_S, moved_when_whole
from azeotrope.errors import DataError


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_file_appears_when_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder" / "table.csv"
    with moved_when_whole(target) as partial:
        partial.write_text("whole")
        assert not target.exists()
    assert target.read_text() == "whole"
    assert listing(target.parent) == ["table.csv"]


def write_half(target: Path, interruption: type[BaseException]) -> None:
    with moved_when_whole(target) as partial:
        partial.write_text("ha")
        raise interruption


@pytest.mark.parametrize("interruption", [RuntimeError, KeyboardInterrupt])
def test_interrupted_block_keeps_the_old_file_alone(tmp_path: Path, interruption: type[BaseException]) -> None:
    target = tmp_path / "table.csv"
    target.write_text("old")
    with pytest.raises(interruption):
        write_half(target, interruption)
    assert target.read_text() == "old"
    assert listing(tmp_path) == ["table.csv"]


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with moved_when_whole(target) as one, moved_when_whole(target) as other:
        one.write_text("one")
        other.write_text("other")
    assert target.read_text() == "one"
    assert listing(tmp_path) == ["table.csv"]


def test_only_abandoned_parts_of_this_file_are_deleted(tmp_path: Path) -> None:
    long_ago = time.time() - ABANDONED_AFTER_S - 60
    for name in (".table.csv.abandoned.part", ".other.csv.abandoned.part"):
        (tmp_path / name).write_text("ha")
        os.utime(tmp_path / name, (long_ago, long_ago))
    (tmp_path / ".table.csv.live.part").write_text("ha")
    with moved_when_whole(tmp_path / "table.csv"):
        pass
    assert listing(tmp_path) == [".other.csv.abandoned.part", ".table.csv.live.part", "table.csv"]


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    target = tmp_path / "file" / "table.csv"
    with pytest.raises(DataError, match=r"cannot write .*table\.csv: .*AZEOTROPE_CACHE"), moved_when_whole(target):
        pass


def test_full_disk_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    target = tmp_path / "table.csv"
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
        with (
            pytest.raises(DataError, match=r"cannot write .*table\.csv: .*Free space"),
            moved_when_whole(target) as part,
        ):
            part.write_bytes(bytes(100))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert listing(tmp_path) == []
