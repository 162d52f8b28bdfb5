import time

import pytest

from azeotrope.runs.mirror_health import MirrorHealth, health_of


def test_the_first_failure_is_told_and_later_ones_are_not(caplog: pytest.LogCaptureFixture) -> None:
    health = MirrorHealth("http://host")
    health.failed("mirroring a run", "OSError: down", 0.0)
    health.failed("mirroring a run", "OSError: still down", 0.0)
    assert len(caplog.records) == 1
    assert all(word in caplog.text for word in ("http://host", "mirroring a run", "OSError: down", "azeotrope sync"))


def test_a_pause_is_ten_times_the_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    health = MirrorHealth("http://host")
    assert not health.is_paused
    health.failed("x", "y", 3.0)
    now = 129.9
    assert health.is_paused
    now = 130.0
    assert not health.is_paused


def test_a_failure_that_costs_nothing_pauses_nothing() -> None:
    health = MirrorHealth("http://host")
    health.failed("x", "y", 0.0)
    assert not health.is_paused


def test_a_place_has_one_health() -> None:
    assert health_of("http://a") is health_of("http://a")
    assert health_of("http://a") is not health_of("http://b")
