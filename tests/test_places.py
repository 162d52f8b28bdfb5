from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from azeotrope import places


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("AZEOTROPE_OUTPUTS", "AZEOTROPE_CACHE", "AZEOTROPE_MIRROR"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "src" / "azeotrope"
    package.mkdir(parents=True)
    (tmp_path / "conf").mkdir()
    (tmp_path / "train.py").touch()
    monkeypatch.setattr(places, "PACKAGE_FOLDER", package)
    return tmp_path


@pytest.fixture
def installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "site-packages" / "azeotrope"
    package.mkdir(parents=True)
    monkeypatch.setattr(places, "PACKAGE_FOLDER", package)
    return package


def test_checkout_holds_outputs_and_configuration(checkout: Path) -> None:
    assert places.project_folder() == checkout
    assert places.outputs_folder() == checkout / "outputs"
    assert places.conf_folder() == checkout / "conf"


@pytest.mark.parametrize("part", ["train.py", "conf"])
def test_incomplete_checkout_is_none(checkout: Path, part: str) -> None:
    path = checkout / part
    path.rmdir() if path.is_dir() else path.unlink()
    assert places.project_folder() is None


@pytest.mark.usefixtures("installed_package")
def test_installed_package_writes_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert places.project_folder() is None
    assert places.outputs_folder() == tmp_path / "outputs"


def test_installed_package_brings_its_configuration(installed_package: Path) -> None:
    assert places.conf_folder() == installed_package / "conf"


def test_cache_defaults_to_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert places.cache_folder() == user_cache_path("azeotrope", appauthor=False)
    assert places.cache_folder().is_absolute()


def test_mirror_defaults_to_none() -> None:
    assert places.mirror_folder() is None


VARIABLES = [
    ("AZEOTROPE_OUTPUTS", places.outputs_folder),
    ("AZEOTROPE_CACHE", places.cache_folder),
    ("AZEOTROPE_MIRROR", places.mirror_folder),
]


@pytest.mark.parametrize(("variable", "folder"), VARIABLES)
def test_variable_moves_its_place(
    variable: str, folder: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert folder() == tmp_path / "elsewhere"
    monkeypatch.setenv(variable, str(tmp_path / "moved again"))
    assert folder() == tmp_path / "moved again"


@pytest.mark.parametrize(("variable", "folder"), VARIABLES)
def test_variable_is_expanded_and_absolute(
    variable: str, folder: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv(variable, "~/data")
    assert folder() == tmp_path / "home" / "data"
    monkeypatch.setenv(variable, "data")
    assert folder() == tmp_path / "data"


@pytest.mark.parametrize(("variable", "folder"), VARIABLES)
@pytest.mark.parametrize("blank", ["", "  "])
def test_empty_variable_counts_as_unset(
    variable: str, folder: Callable[[], Path | None], blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = folder()
    monkeypatch.setenv(variable, blank)
    assert folder() == default
