"""What the package's files say about it agrees: ranges, pins, imports and versions."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import azeotrope

REPOSITORY = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]


def requirements(*extras: str) -> list[Requirement]:
    """Return the runtime requirements and those of the given extras, without the package itself."""
    optional = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return [Requirement(line) for line in lines if not line.startswith("azeotrope[")]


def pins() -> dict[str, str]:
    lines = (REPOSITORY / "requirements.lock").read_text().splitlines()
    names_and_versions = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in names_and_versions}


@pytest.mark.parametrize("requirement", requirements(*PROJECT["optional-dependencies"]), ids=str)
def test_lock_has_a_version_in_the_range(requirement: Requirement) -> None:
    assert requirement.specifier.contains(pins()[canonicalize_name(requirement.name)])


@pytest.mark.parametrize("requirement", requirements(*PROJECT["optional-dependencies"]), ids=str)
def test_range_has_both_ends(requirement: Requirement) -> None:
    assert {specifier.operator for specifier in requirement.specifier} == {">=", "<"}


def test_every_import_is_declared() -> None:
    declared = {canonicalize_name(requirement.name) for requirement in requirements("minimol", "transformers")}
    providers = packages_distributions()
    undeclared = {
        module
        for module in _imported_modules(REPOSITORY / "src") - set(sys.stdlib_module_names) - {"azeotrope"}
        if not declared & {canonicalize_name(name) for name in providers.get(module, ())}
    }
    assert undeclared == set()


def test_citation_names_the_version() -> None:
    citation = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text())
    assert citation["version"] == azeotrope.__version__


def test_changelog_has_a_section_for_the_version() -> None:
    changelog = (REPOSITORY / "CHANGELOG.md").read_text()
    assert re.search(rf"^## \[{re.escape(azeotrope.__version__)}\]", changelog, flags=re.MULTILINE)


def _imported_modules(folder: Path) -> set[str]:
    """Top-level names of all absolute imports below a folder."""
    modules = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                modules.add(node.module.partition(".")[0])
    return modules
