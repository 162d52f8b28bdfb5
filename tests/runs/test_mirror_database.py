import sqlite3
import subprocess
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs import mirror_database
from azeotrope.runs.mirror_database import check_database, database_uri, make_database


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


def make_table(uri: str) -> None:
    """Stand in for MLflow: the tables need more room than a full disk has."""
    connection = sqlite3.connect(uri.removeprefix("sqlite:///"))
    connection.execute("CREATE TABLE runs (content BLOB)")
    connection.execute("INSERT INTO runs VALUES (zeroblob(300000))")
    connection.commit()
    connection.close()


def test_a_missing_or_empty_database_is_made_and_any_other_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    for prepare in (lambda: None, lambda: file.write_bytes(b"")):
        prepare()
        make_database(database_uri(file), make_table)
        assert file.stat().st_size > 300000
        file.unlink()
    file.write_text("of a user")
    make_database(database_uri(file), make_table)
    assert file.read_text() == "of a user"
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_no_database_is_made_for_a_server() -> None:
    make_database("http://127.0.0.1:1", pytest.fail)


def test_a_full_disk_holds_no_half_of_a_database(small_disk: Path) -> None:
    with pytest.raises(RunError, match=r"cannot write .*a\.db: No space left on device"):
        make_database(database_uri(small_disk / "a.db"), make_table)
    assert list(small_disk.iterdir()) == []


def test_tables_that_cannot_be_made_leave_nothing(tmp_path: Path) -> None:
    def fail(uri: str) -> None:
        make_table(uri)
        raise sqlite3.OperationalError(uri)

    with pytest.raises(sqlite3.OperationalError):
        make_database(database_uri(tmp_path / "a.db"), fail)
    assert list(tmp_path.iterdir()) == []
