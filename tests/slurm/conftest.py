"""The Slurm that the tests of this folder run on: started by `.ci/run`, or by `tests/slurm/slurm.sh start`."""

import os
import shutil
import subprocess

import pytest

HOW_TO = "to have one: `tests/slurm/slurm.sh start`, and export what it prints"


def reason_against() -> str | None:
    """Why nothing can run on Slurm here, or None."""
    if shutil.which("sinfo") is None:
        return "Slurm is not installed"
    try:
        answer = subprocess.run(["sinfo", "--noheader"], capture_output=True, text=True, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return "Slurm does not answer"
    return None if answer.returncode == 0 else "Slurm does not answer"


@pytest.fixture(scope="session")
def slurm() -> None:
    """Skip where no Slurm answers, but fail where the environment says that one must."""
    reason = reason_against()
    if reason is not None:
        is_required = os.environ.get("AZEOTROPE_REQUIRE_SLURM") == "1"
        (pytest.fail if is_required else pytest.skip)(f"{reason}; {HOW_TO}")
