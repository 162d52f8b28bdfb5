"""Files that are either whole or absent: written beside their place, flushed to disk, then moved into it."""

import io
import json
import os
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml
from numpy.typing import ArrayLike

from azeotrope.errors import RunError

if TYPE_CHECKING:
    import pandas as pd

TEMPORARY_SUFFIX = ".tmp"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file that becomes `path` when the block ends, and vanishes when it fails.

    Raises
    ------
    RunError
        When the system refuses to write, such as on a full disk; names the file and the cause.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}{TEMPORARY_SUFFIX}")
    try:
        yield temporary
        with temporary.open("rb+") as handle:
            os.fsync(handle.fileno())
        temporary.replace(path)
    except OSError as error:
        raise RunError(
            f"cannot write {path}: {error.strerror or error}; free some space or permissions, or move the outputs "
            "with AZEOTROPE_OUTPUTS, then run the same command again"
        ) from error
    finally:
        with suppress(OSError):  # a folder that cannot be written holds no temporary file either
            temporary.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file of bytes atomically; the folder must exist. Raises `RunError` naming the file."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def write_text(path: Path, content: str) -> None:
    """Write a UTF-8 text file atomically; bytes that were no text are escaped. Raises `RunError` naming the file."""
    write_bytes(path, content.encode(errors="backslashreplace"))


def write_json(path: Path, value: object) -> None:
    """Write strict JSON atomically.

    Raises
    ------
    RunError
        When the value holds NaN, infinity or an object JSON does not know, or when the file cannot be written.
    """
    try:
        text = json.dumps(value, indent=2, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise RunError(f"{path.name} cannot be written as JSON: {error}; undefined numbers are null") from error
    write_text(path, text + "\n")


def write_yaml(path: Path, value: object) -> None:
    """Write plain values as YAML atomically, keys in the order given. Raises `RunError` naming the file."""
    try:
        text = yaml.safe_dump(value, sort_keys=False, allow_unicode=True)
    except yaml.YAMLError as error:
        raise RunError(f"{path.name} cannot be written as YAML: {error}; use plain values") from error
    write_text(path, text)


def write_npz(path: Path, arrays: Mapping[str, ArrayLike]) -> None:
    """Write named arrays as a compressed NumPy archive atomically. Raises `RunError` naming the file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **{name: np.asarray(array) for name, array in arrays.items()})
    write_bytes(path, buffer.getvalue())


def write_parquet(path: Path, frame: "pd.DataFrame") -> None:
    """Write a data frame, without its index, as Parquet atomically. Raises `RunError` naming the file."""
    write_bytes(path, frame.to_parquet(index=False))


def write_csv(path: Path, frame: "pd.DataFrame") -> None:
    """Write a data frame, without its index, as CSV atomically. Raises `RunError` naming the file."""
    write_text(path, frame.to_csv(index=False, lineterminator="\n"))


def read_json(path: Path) -> object:
    """Read a JSON file.

    Raises
    ------
    RunError
        When the file is missing or damaged; names it.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(_unreadable(path, error)) from error


def read_json_object(path: Path) -> dict[str, Any]:
    """Read a JSON file that holds an object. Raises `RunError` when it is missing, damaged or something else."""
    content = read_json(path)
    if not isinstance(content, dict):
        raise RunError(f"{path} is damaged: it holds a {type(content).__name__} instead of an object")
    return content


def read_yaml(path: Path) -> dict[str, Any]:
    """Read a YAML file that holds a mapping. Raises `RunError` when it is missing, damaged or something else."""
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - a safe loader
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise RunError(_unreadable(path, error)) from error
    if not isinstance(content, dict):
        raise RunError(f"{path} is damaged: it holds a {type(content).__name__} instead of a mapping")
    return content


def _unreadable(path: Path, error: Exception) -> str:
    """Return the message for a file that is missing or damaged."""
    if isinstance(error, OSError):
        return f"cannot read {path}: {error.strerror or error}"
    return f"{path} is damaged: {error}"
