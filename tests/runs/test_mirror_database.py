import sqlite3
import subprocess
from pathlib import Path

import pytest

from azeotrope.runs import mirror_database
from azeotrope.runs.mirror_database import check_database, database_uri


def test_a_missing_or_free_database_passes(tmp_path: Path) -> None:
    uri = database_uri(tmp_path / "a b.db")
    check_database(uri)
    check_database(uri)
    assert uri == f"sqlite:///{tmp_path / 'a b.db'}"


def test_a_server_is_not_looked_at() -> None:
    check_database("http://127.0.0.1:1")


def test_a_locked_database_fails_in_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_database, "PATIENCE_S", 0.05)
    holder = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        check_database(database_uri(tmp_path / "a.db"))
    holder.execute("ROLLBACK")
    holder.close()
    check_database(database_uri(tmp_path / "a.db"))


def test_a_folder_that_is_gone_fails(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        check_database(database_uri(tmp_path / "gone" / "a.db"))


def test_a_read_only_disk_fails(small_disk: Path) -> None:
    check_database(database_uri(small_disk / "a.db"))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(sqlite3.OperationalError):
        check_database(database_uri(small_disk / "a.db"))
