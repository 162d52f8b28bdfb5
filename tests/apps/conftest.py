"""A small mixture data set in a user's CSV, and train.py as a user starts it."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Pure value and polarity of a regular solution: excess = x (1 - x) (p_i - p_j)^2.
SOLVENTS = {
    "CCO": (1.0, 0.9),
    "O": (2.2, 1.4),
    "CCCCCC": (0.2, 0.0),
    "c1ccccc1": (0.6, 0.2),
    "CC(C)=O": (0.5, 0.7),
    "CCOC(C)=O": (0.7, 0.5),
    "CO": (1.2, 1.1),
    "CCCCO": (1.4, 0.7),
    "CC#N": (0.8, 1.0),
    "ClC(Cl)Cl": (0.9, 0.4),
    "CCCCCCCC": (0.4, 0.1),
}
Train = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def mixtures_csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eleven solvents, all pairs, five compositions, and the pure compounds."""
    lines = ["smiles_1,fraction_1,smiles_2,fraction_2,value"]
    lines += [f"{smiles},1,,,{value}" for smiles, (value, _) in SOLVENTS.items()]
    for (first, (z1, p1)), (second, (z2, p2)) in combinations(SOLVENTS.items(), 2):
        for tenths in (1, 3, 5, 7, 9):
            x = tenths / 10
            value = x * z1 + (1 - x) * z2 + x * (1 - x) * (p1 - p2) ** 2
            lines.append(f"{first},{x},{second},{round(1 - x, 1)},{value:.6f}")
    file = tmp_path_factory.mktemp("own") / "mixtures.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    """A folder with characters that a path may have."""
    return tmp_path / "out [1],a=b"


@pytest.fixture
def train(mixtures_csv: Path, outputs: Path, tmp_path: Path) -> Train:
    """Run train.py on the small data set from another working directory."""

    def run(*overrides: str, tracking: str = "none", timeout: float = 300) -> "subprocess.CompletedProcess[str]":
        own = ("dataset=csv", f"dataset.path={mixtures_csv}", f"tracking={tracking}")
        arguments = [sys.executable, str(ROOT / "train.py"), *own, *overrides]
        environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
        return subprocess.run(
            arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=timeout, check=False
        )

    return run


@pytest.fixture
def azeotrope(outputs: Path) -> Train:
    """Run the `azeotrope` command on the outputs."""

    def run(*words: str, timeout: float = 300) -> "subprocess.CompletedProcess[str]":
        arguments = [sys.executable, "-c", "from azeotrope.apps.cli import main; main()", *words]
        environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
        return subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=timeout, check=False)

    return run


@pytest.fixture(scope="session")
def ratings_csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty-four molecules, smelled by six participants; a quality falls with the length of the chain."""
    file = tmp_path_factory.mktemp("own") / "ratings.csv"
    lines = ["smiles,participant,strength,charm"]
    for person in range(6):
        for length in range(1, 9):
            for end, bonus in (("", 0.0), ("O", 2.0), ("N", -1.0)):
                noise = ((7 * person + 3 * length + len(end)) % 5) / 10
                lines.append(f"{'C' * length}{end},p{person},{length + bonus + noise},{10 - length + noise}")
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def audit(ratings_csv: Path, outputs: Path, tmp_path: Path) -> Train:
    """Run audit.py on the small ratings from another working directory."""

    def run(*overrides: str, tracking: str = "none", timeout: float = 300) -> "subprocess.CompletedProcess[str]":
        own = ["dataset=ratings_csv", f"dataset.path={ratings_csv}", "dataset.attributes=[strength,charm]"]
        own = [] if any(override.startswith("dataset=") for override in overrides) else own
        arguments = [sys.executable, str(ROOT / "audit.py"), *own, f"tracking={tracking}", *overrides]
        environment = os.environ | {"AZEOTROPE_OUTPUTS": str(outputs)}
        return subprocess.run(
            arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=timeout, check=False
        )

    return run
