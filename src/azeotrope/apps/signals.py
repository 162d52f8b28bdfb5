"""Signals by which a system ends a process: what is unfinished is saved, and continues with the next start."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from azeotrope.models.stopping import Stopped, StopRequest

STOP = StopRequest()  # of this process


def save_and_end_when_told() -> None:
    """Let a running fit save its progress when the process is told to terminate, then end as shells expect it."""
    signal.signal(signal.SIGTERM, _ask)


@contextmanager
def requeued_when_told(number: int) -> Iterator[None]:
    """Save, requeue and end during the block when the scheduler warns of a time limit or a preemption.

    Parameters
    ----------
    number
        The signal of the warning, whose handler so far, that of submitit, requeues the job and ends the process.
    """
    requeue = signal.getsignal(number)
    is_warned = False

    def warned(received: int, frame: FrameType | None) -> None:
        nonlocal is_warned
        is_warned = True
        _ask(received, frame)

    signal.signal(number, warned)
    try:
        yield
    except Stopped:
        if is_warned and callable(requeue):
            requeue(number, None)
        raise


def _ask(number: int, _: FrameType | None) -> None:
    STOP.ask(128 + number)
