from importlib.metadata import version
from platform import python_version

from azeotrope.runs.versions import installed_versions


def test_versions_are_those_installed() -> None:
    found = installed_versions()
    assert found["python"] == python_version()
    assert found["numpy"] == version("numpy")
    assert all(found.values())
