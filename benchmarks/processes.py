# ruff: noqa: INP001 - a script, not a part of the package
"""Other programs, with their seconds on the clock and the most memory that they held."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any, Self

BENCHMARKS = Path(__file__).resolve().parent
CHECKOUT = BENCHMARKS.parent
PROGRAMS = Path(sys.executable).parent
SECONDS_BETWEEN_LOOKS = 0.005
THREAD_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Finished:
    """A program that ended well.

    Attributes
    ----------
    seconds
        From its start to its end.
    peak_mb
        The most memory that it held at once in RAM, in 1e6 bytes; None where the system does not tell (no ``/proc``).
    output
        What it printed to standard output.
    """

    seconds: float
    peak_mb: float | None
    output: str

    @property
    def answer(self) -> Any:
        """The JSON in the last line of the output."""
        return json.loads(self.output.splitlines()[-1])


def run_program(command: Sequence[str | Path], log: Path) -> Finished:
    """Run a program in the checkout; its standard output and error go to `log`.out and `log`.err.

    Variables that limit threads do not reach it, so that every program takes as many as it takes by itself.

    Raises
    ------
    RuntimeError
        When it does not end with 0; names the log.
    """
    output, errors = log.with_suffix(".out"), log.with_suffix(".err")
    environment = {name: value for name, value in os.environ.items() if name not in THREAD_VARIABLES}
    with output.open("w") as standard_output, errors.open("w") as standard_error:
        start = perf_counter()
        process = subprocess.Popen(  # noqa: S603 - the programs are our own and chemprop's
            [str(word) for word in command],
            cwd=CHECKOUT,
            env=environment,
            stdout=standard_output,
            stderr=standard_error,
        )
        with _PeakMemory(process.pid) as memory:
            code = process.wait()
            seconds = perf_counter() - start
    if code:
        raise RuntimeError(f"{command[0]} ended with {code}; see {errors}")
    return Finished(seconds, memory.peak_mb, output.read_text())


def run_worker(script: str, task: dict[str, Any], log: Path) -> Finished:
    """Run a script of this folder in a fresh interpreter, with its task as JSON."""
    return run_program([sys.executable, BENCHMARKS / script, json.dumps(task)], log)


def peak_memory_mb(process: int | str = "self") -> float | None:
    """Return the most memory that a process has held in RAM so far, in 1e6 bytes; None where it cannot be read.

    The kernel counts from the start of the program, or from `reset_peak_memory`.
    """
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    kibibytes = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(kibibytes[0]) * 1024 / 1e6 if kibibytes else None


def reset_peak_memory() -> None:
    """Let the peak of this process start again at what it holds now, where the system can do so."""
    reset = Path("/proc/self/clear_refs")
    if reset.exists():
        reset.write_text("5")


class _PeakMemory:
    """Looks at the peak of a process until it ends; the peak never falls, so that the last look has it."""

    def __init__(self, process: int) -> None:
        self.peak_mb: float | None = None
        self._process, self._ended = process, Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_LOOKS):
            self.peak_mb = peak_memory_mb(self._process) or self.peak_mb
