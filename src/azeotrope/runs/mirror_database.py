"""An SQLite file before MLflow works on it: made whole, and looked at, since MLflow retries a bad one for minutes."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from azeotrope.runs.files import write_bytes

PATIENCE_S = 10.0
_PREFIX = "sqlite:///"


def make_database(tracking_uri: str, make_tables: Callable[[str], object]) -> None:
    """Put an SQLite tracking database where there is none; other URIs are left alone.

    It is made among the temporary files and moved when it is whole: MLflow never completes a half-made one, such as a
    full disk leaves.

    Parameters
    ----------
    tracking_uri
        Where.
    make_tables
        Makes the tables of the empty database that a tracking URI names.

    Raises
    ------
    RunError
        When the file cannot be written.
    """
    if not tracking_uri.startswith(_PREFIX):
        return
    path = Path(tracking_uri.removeprefix(_PREFIX))
    if path.exists() and path.stat().st_size:
        return
    with TemporaryDirectory() as folder:
        made = Path(folder) / path.name
        make_tables(database_uri(made))
        write_bytes(path, made.read_bytes())


def check_database(tracking_uri: str) -> None:
    """Begin to write to an SQLite tracking database and take it back; other URIs are left alone.

    Raises
    ------
    sqlite3.OperationalError
        When the file cannot be opened, is read-only, or stays locked by others for ten seconds.
    """
    if not tracking_uri.startswith(_PREFIX):
        return
    connection = sqlite3.connect(tracking_uri.removeprefix(_PREFIX), timeout=PATIENCE_S, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE azeotrope_probe (id INTEGER)")  # a read-only file lets a transaction begin
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def database_uri(path: Path) -> str:
    """Return the tracking URI of an SQLite file, absolute so that every process means the same file."""
    return f"{_PREFIX}{path.resolve().as_posix()}"
