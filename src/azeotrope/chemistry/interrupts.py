"""Ctrl-C after RDKit: some of its functions leave a handler of their own behind, which swallows it."""

import signal
import threading


def rearm_interrupts() -> None:
    """Install Python's own handler of Ctrl-C again; to be called after RDKit, from any thread."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is threading.main_thread() and handler is not None:
        signal.signal(signal.SIGINT, handler)
