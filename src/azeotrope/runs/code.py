"""The version of the code that made a run: a hash of the package's own sources."""

import hashlib
from functools import cache
from pathlib import Path

import azeotrope


@cache
def code_hash() -> str:
    """Return `hash_sources` of the installed azeotrope package, computed once per process."""
    return hash_sources(Path(azeotrope.__file__).parent)


def hash_sources(folder: Path) -> str:
    """Return the SHA-256 over the relative path and content of every ``.py`` file below `folder`.

    The order is that of the paths written with ``/``, so the result is equal on every machine. Compiled caches and
    other files do not enter.
    """
    digest = hashlib.sha256()
    sources = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.py")}
    for name, path in sorted(sources.items()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
