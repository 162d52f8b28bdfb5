"""Ctrl-C works after everything that uses RDKit, each in a process of its own."""

import subprocess
import sys

import pytest

USES = {
    "identity": "from azeotrope.chemistry.identity import parse_molecule; parse_molecule('CCO')",
    "a bad molecule": (
        "from contextlib import suppress; from azeotrope.chemistry.identity import parse_molecule\n"
        "with suppress(Exception): parse_molecule('[Na+].[Cl-]')"
    ),
    "graphs": "from azeotrope.featurizers.graphs import MolecularGraphs; MolecularGraphs.of(['CCO', 'C/C=C/C'])",
    **{
        name: (
            "from azeotrope.chemistry.identity import parse_molecule\n"
            "from azeotrope.chemistry.molecules import Molecules\n"
            f"from azeotrope.featurizers.cache import featurize; from azeotrope.featurizers.{module} import {name}\n"
            f"featurize({name}(), Molecules.of([parse_molecule('CC(O)C=C')]), None)"
        )
        for module, name in (
            ("descriptors", "NormalizedDescriptors"),
            ("rdkit_2d", "RDKit2D"),
            ("fingerprints", "MorganFingerprint"),
        )
    },
}
# A shell that runs the tests in the background ignores Ctrl-C for all that it starts.
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
INTERRUPT = """
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize("use", USES)
def test_ctrl_c_is_not_swallowed(use: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LISTEN + USES[use] + INTERRUPT], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.stdout == "stopped\n", run.stderr
