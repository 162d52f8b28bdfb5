import os
import signal
from collections.abc import Iterator

import pytest

from azeotrope.apps import signals
from azeotrope.apps.signals import requeued_when_told, save_and_end_when_told
from azeotrope.models.stopping import Stopped, StopRequest


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that nobody has asked to stop, and handlers as they were afterwards."""
    monkeypatch.setattr(signals, "STOP", StopRequest())
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGUSR2)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def told(number: int) -> None:
    os.kill(os.getpid(), number)
    signal.getsignal(number)  # the handler runs between two instructions


def fit_and_save(number: int, order: list[object]) -> None:
    """Be told to stop in the middle of a fit."""
    told(number)
    assert signals.STOP.is_asked
    order.append("saved")
    signals.STOP.grant()


def test_a_process_that_is_told_to_terminate_ends_as_shells_expect_it() -> None:
    save_and_end_when_told()
    with pytest.raises(Stopped) as stopped:
        told(signal.SIGTERM)
    assert stopped.value.code == 143


def test_a_fit_may_save_first() -> None:
    save_and_end_when_told()
    order: list[object] = []
    with pytest.raises(Stopped), signals.STOP.deferred():
        fit_and_save(signal.SIGTERM, order)
    assert order == ["saved"]


def test_a_warning_of_the_scheduler_requeues_once_everything_is_saved() -> None:
    order: list[object] = []
    signal.signal(signal.SIGUSR2, lambda number, _: order.append(("requeued", number)))
    with pytest.raises(Stopped), requeued_when_told(signal.SIGUSR2), signals.STOP.deferred():
        fit_and_save(signal.SIGUSR2, order)
    assert order == ["saved", ("requeued", signal.SIGUSR2)]


def test_what_is_told_to_terminate_is_not_requeued() -> None:
    save_and_end_when_told()
    signal.signal(signal.SIGUSR2, lambda *_: pytest.fail("requeued"))
    with pytest.raises(Stopped), requeued_when_told(signal.SIGUSR2):
        told(signal.SIGTERM)


def test_without_a_warning_nothing_happens() -> None:
    with requeued_when_told(signal.SIGUSR2):
        pass
    with pytest.raises(ValueError, match="own"), requeued_when_told(signal.SIGUSR2):
        raise ValueError("own")
