"""Just-in-time compilation that keeps the types of the compiled function, and its machine code for the next process.

Numba looks at the file of a function only, not at those whose functions it calls, so after an update of one file it
would go on with old machine code of another. The folder of the machine code is thus named by all kernels together.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar, cast

import numba

from azeotrope.places import PACKAGE_FOLDER, cache_folder

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function of arrays and numbers to machine code on its first call; it releases the interpreter lock."""
    return _compiled(function, inline="never")


def inlined(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function into each compiled function that calls it; for small steps of long loops."""
    return _compiled(function, inline="always")


def _compiled(
    function: Callable[Parameters, Result], inline: Literal["never", "always"]
) -> Callable[Parameters, Result]:
    """Compile with a cache where there is a folder for it; without one, every process compiles anew."""
    folder = _machine_code_folder(cache_folder())
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder or "")
    try:
        decorate = numba.njit(cache=folder is not None, nogil=True, inline=inline)
        return cast("Callable[Parameters, Result]", decorate(function))
    finally:
        settings.CACHE_DIR = before


@cache
def _machine_code_folder(caches: Path) -> Path | None:
    """Return the folder of this version of the kernels, or None where it cannot be written."""
    folder = caches / "compiled" / _hash_of_kernels()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def _hash_of_kernels() -> str:
    """Hash of all source files that use this module or Numba itself, and of Numba's version."""
    sources = (path.read_bytes() for path in sorted(PACKAGE_FOLDER.rglob("*.py")))
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sources:
        if b"azeotrope.compiled" in source or b"numba" in source:
            digest.update(source)
    return digest.hexdigest()[:16]
