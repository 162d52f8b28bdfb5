import math
import signal

import pytest

from azeotrope.models.stopping import FitPaused, Stopped, StopRequest


def test_outside_a_fit_a_wish_is_granted_at_once() -> None:
    stop = StopRequest()
    stop.grant()
    with pytest.raises(Stopped) as stopped:
        stop.ask(143)
    assert stopped.value.code == 143


def test_in_a_fit_it_waits_until_the_fit_grants_it() -> None:
    stop, reached = StopRequest(), []
    with pytest.raises(Stopped) as stopped, stop.deferred():  # noqa: PT012
        stop.ask(5)
        reached.append(stop.is_asked)
        stop.grant()
        reached.append("after the grant")
    assert reached == [True]
    assert stopped.value.code == 5


def test_what_the_fit_did_not_grant_is_granted_at_its_end() -> None:
    stop, reached = StopRequest(), []
    with pytest.raises(Stopped), stop.deferred():  # noqa: PT012
        stop.ask(1)
        reached.append("all of the fit")
    assert reached == ["all of the fit"]


def test_a_pause_does_not_lose_the_wish() -> None:
    stop = StopRequest()
    with pytest.raises(Stopped), stop.deferred():  # noqa: PT012
        stop.ask(1)
        raise FitPaused(0.5, 1.0)


def test_a_fit_that_nobody_stops_ends_as_it_ends() -> None:
    stop = StopRequest()
    with stop.deferred():
        pass
    with pytest.raises(FitPaused), stop.deferred():
        raise FitPaused(0.5, 1.0)
    with pytest.raises(Stopped):
        stop.ask(0)


def test_a_signal_handler_may_ask() -> None:
    stop = StopRequest()
    before = signal.signal(signal.SIGTERM, lambda *_: stop.ask(143))
    try:
        with pytest.raises(Stopped) as stopped, stop.deferred():  # noqa: PT012
            signal.raise_signal(signal.SIGTERM)
            assert stop.is_asked
    finally:
        signal.signal(signal.SIGTERM, before)
    assert stopped.value.code == 143


def test_a_pause_in_the_unit_of_the_data() -> None:
    paused = FitPaused(0.25, 0.5).scaled(3.0)
    assert (paused.share, paused.validation_rmse) == (0.25, 1.5)
    assert "25%" in str(paused)
    assert math.isnan(FitPaused(0.25, math.nan).scaled(3.0).validation_rmse)
