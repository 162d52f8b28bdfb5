"""Looking at an SQLite file before MLflow does: MLflow retries a file it cannot open for minutes."""

import sqlite3
from pathlib import Path

PATIENCE_S = 10.0
_PREFIX = "sqlite:///"


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
