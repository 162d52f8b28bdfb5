"""The places azeotrope reads from and writes to, each movable by one environment variable.

The environment is read at every call, so that a test or a notebook can move a place at any time.
"""

import os
from pathlib import Path

from platformdirs import user_cache_path

from azeotrope.errors import ConfigError

PACKAGE_FOLDER = Path(__file__).resolve().parent


def outputs_folder() -> Path:
    """Return the folder of runs and results.

    ``AZEOTROPE_OUTPUTS`` if set, else ``outputs`` in the checkout, else ``outputs`` in the working directory.
    """
    folder = _from_environment("AZEOTROPE_OUTPUTS") or (project_folder() or Path.cwd()) / "outputs"
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"AZEOTROPE_OUTPUTS: {folder} is not a folder")
    return folder


def cache_folder() -> Path:
    """Return the folder of downloads and computed features: ``AZEOTROPE_CACHE``, else the platform's cache folder."""
    return _from_environment("AZEOTROPE_CACHE") or user_cache_path("azeotrope", appauthor=False)


def mirror_folder() -> Path | None:
    """Return the folder that holds raw data as ``<dataset>/<file>``: ``AZEOTROPE_MIRROR``, else None."""
    return _from_environment("AZEOTROPE_MIRROR")


def project_folder() -> Path | None:
    """Return the checkout that this package runs from, or None when it is installed elsewhere.

    A checkout holds ``train.py`` and ``conf/`` next to ``src/``.
    """
    root = PACKAGE_FOLDER.parent.parent
    is_checkout = PACKAGE_FOLDER.parent.name == "src" and (root / "train.py").is_file() and (root / "conf").is_dir()
    return root if is_checkout else None


def conf_folder() -> Path:
    """Return the configuration folder: ``conf`` of the checkout, else the copy inside the installed package."""
    return (project_folder() or PACKAGE_FOLDER) / "conf"


def _from_environment(variable: str) -> Path | None:
    """Absolute path that a variable names; an empty or blank value counts as unset."""
    text = os.environ.get(variable, "").strip()
    return Path(text).expanduser().absolute() if text else None
