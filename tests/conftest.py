"""Every test has its own places, one thread per library, no display, and the data files only where they are named."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

SINGLE_THREADED = ("MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def pytest_configure() -> None:
    """Prepare the process before any test module imports NumPy, PyTorch or matplotlib."""
    for variable in SINGLE_THREADED:
        os.environ.setdefault(variable, "1")
    os.environ["MPLBACKEND"] = "Agg"
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    settings.register_profile("azeotrope", deadline=None, derandomize="CI" in os.environ)
    settings.load_profile("azeotrope")
    if os.environ.get("AZEOTROPE_REQUIRE_DATA") == "1" and not _has_mirror():
        message = "AZEOTROPE_REQUIRE_DATA=1, but AZEOTROPE_MIRROR does not name the folder of the data files"
        raise pytest.UsageError(message)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `data` where the data files are not at hand."""
    if item.get_closest_marker("data") and not _has_mirror():
        pytest.skip("reads the published data files: set AZEOTROPE_MIRROR to the folder that holds <dataset>/<file>")


@pytest.fixture(scope="session", autouse=True)
def _own_places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Write to temporary folders, never to the user's; parallel workers share the cache, as parallel jobs do."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZEOTROPE_OUTPUTS", str(own / "outputs"))
        patch.setenv("AZEOTROPE_CACHE", str(shared / "cache"))
        yield


def _has_mirror() -> bool:
    mirror = os.environ.get("AZEOTROPE_MIRROR", "").strip()
    return bool(mirror) and Path(mirror).expanduser().is_dir()
