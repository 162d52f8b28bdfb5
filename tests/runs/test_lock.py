import logging
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.runs.lock import RunLock

HOLD = """
import sys
from pathlib import Path
from azeotrope.runs.lock import RunLock
lock = RunLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.readline()
"""
Spawn = Callable[..., subprocess.Popen[str]]


def wait_for(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline().strip() == word


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path, spawn: Spawn) -> None:
    holder = spawn(HOLD, tmp_path)
    wait_for(holder, "held")
    lock = RunLock(tmp_path)
    assert lock.is_held()
    assert not lock.acquire(blocking=False)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert not lock.is_held()
    assert lock.acquire(blocking=False)
    lock.release()


def test_waiting_says_so_after_a_second(tmp_path: Path, spawn: Spawn) -> None:
    folder = tmp_path / "run-7"
    folder.mkdir()
    holder = spawn(HOLD, folder)
    wait_for(holder, "held")
    waiter = spawn(HOLD, folder)
    assert waiter.stderr is not None
    started = time.monotonic()
    assert waiter.stderr.readline().strip() == "waiting for run run-7 held by another process"
    assert time.monotonic() - started > 0.9
    assert holder.stdin is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    wait_for(waiter, "held")


def test_taking_a_free_lock_is_silent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "azeotrope")
    lock = RunLock(tmp_path)
    with lock.held():
        assert lock.is_mine
        assert lock.is_held()
    assert not lock.is_mine
    assert caplog.record_tuples == []


def test_the_lock_is_given_back_after_an_error(tmp_path: Path) -> None:
    lock = RunLock(tmp_path)
    with pytest.raises(KeyError), lock.held():
        raise KeyError
    assert RunLock(tmp_path).acquire(blocking=False)


def test_asking_makes_no_file(tmp_path: Path) -> None:
    assert not RunLock(tmp_path).is_held()
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_disk_holds_no_lock(small_disk: Path) -> None:
    with RunLock(small_disk).held():
        pass
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert not RunLock(small_disk).is_held()
