# ruff: noqa: INP001 - a script, not a part of the package
"""Where and with what it was measured."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from azeotrope.metrics.threads import usable_cores

PACKAGES = ("azeotrope", "chemprop", "torch", "lightning", "rdkit", "numba", "scipy")


def describe_machine() -> dict[str, str]:
    """Return date, processor, cores, how busy they are before anything is measured, and versions."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": f"{usable_cores()} of {os.cpu_count()}",
        "load average before": f"{os.getloadavg()[0]:.1f}",
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def processor() -> str:
    """Return the model of the processor as Linux names it, else what Python knows."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
