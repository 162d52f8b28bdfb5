"""Who may import whom, and what importing the package must not cost."""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
HEAVY = (
    *(
        "hydra",
        "matplotlib",
        "mlflow",
        "numba",
        "onnxruntime",
        "pandas",
        "rdkit",
        "scipy",
        "sklearn",
        "thermo",
        "torch",
    ),
    *("transformers", "xgboost"),
)


def test_rooms_keep_the_import_contract() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [lint_imports, "--no-cache"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_importing_the_package_loads_no_heavy_library() -> None:
    script = f"import sys, azeotrope; print(*sorted(set(sys.modules) & set({HEAVY})))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
