"""Helpers of the tests of the documentation, and a checkout of their own in which its commands run."""

import os
import shutil
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "docs" / "tools")]

# Property of the pure solvent, and polarity: excess = x (1 - x) (p_i - p_j)^2.
SOLVENTS = {
    "CCO": (1.0, 0.9),
    "O": (2.2, 1.4),
    "CCCCCC": (0.2, 0.0),
    "c1ccccc1": (0.6, 0.2),
    "CC(C)=O": (0.5, 0.7),
    "CCOC(C)=O": (0.7, 0.5),
    "CC#N": (0.8, 1.0),
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Copy the repository, with a user's files in it; outputs stay inside, and the environment is linked."""
    folder = tmp_path_factory.mktemp("docs") / "checkout"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "local", "outputs"))
    environment = folder / ".venv"
    environment.mkdir()
    for each in Path(sys.prefix).iterdir():
        (environment / each.name).symlink_to(each)
    (environment / ".installed").unlink(missing_ok=True)
    (environment / ".installed").touch()
    (folder / "outputs").mkdir()
    (folder / "my.csv").write_text("\n".join(own_table()) + "\n")
    (folder / "new.csv").write_text("\n".join(line.rpartition(",")[0] for line in own_table()) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZEOTROPE_OUTPUTS", str(folder / "outputs"))
        patch.setenv("PYTHONPATH", str(folder / "src"))
        patch.setenv("PATH", os.pathsep.join([str(folder / ".venv" / "bin"), os.environ["PATH"]]))
        yield folder


def own_table() -> list[str]:
    """Return the lines of a table large enough to train on, with the columns that the pages show."""
    lines = ["smiles_1,fraction_1,smiles_2,fraction_2,temperature,value"]
    lines += [f"{smiles},1,,,298.15,{value}" for smiles, (value, _) in SOLVENTS.items()]
    for (first, (z1, p1)), (second, (z2, p2)) in combinations(SOLVENTS.items(), 2):
        for x in (0.2, 0.4, 0.6, 0.8):
            value = x * z1 + (1 - x) * z2 + x * (1 - x) * (p1 - p2) ** 2
            lines.append(f"{first},{x},{second},{1 - x:.1f},298.15,{value:.6f}")
    return lines
