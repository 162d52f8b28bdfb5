from datetime import UTC, datetime
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, write_json
from azeotrope.runs.status import State, Status, read_status, utc_now, write_status

FAILED = Status(
    State.FAILED,
    "2026-01-02T03:04:05.000+00:00",
    attempt=2,
    command_id="c",
    finished="2026-01-02T03:04:06.000+00:00",
    traceback="Traceback:\n  File\nValueError: no such solvent\n\n",
)


def test_a_status_comes_back(tmp_path: Path) -> None:
    write_status(tmp_path / "status.json", FAILED)
    assert read_status(tmp_path / "status.json") == FAILED
    assert read_json_object(tmp_path / "status.json")["error"] == "ValueError: no such solvent"


@pytest.mark.parametrize("traceback", [None, "", "\n \n"])
def test_no_traceback_gives_no_error(traceback: str | None) -> None:
    assert Status(State.FAILED, utc_now(), traceback=traceback).error is None


@pytest.mark.parametrize("change", [{"state": "finished"}, {"state": None}, {"state": []}])
def test_an_unknown_state_is_damage(tmp_path: Path, change: dict[str, object]) -> None:
    write_status(tmp_path / "status.json", FAILED)
    write_json(tmp_path / "status.json", {**read_json_object(tmp_path / "status.json"), **change})
    with pytest.raises(RunError, match=r"status\.json is damaged"):
        read_status(tmp_path / "status.json")


def test_a_status_without_an_entry_is_damage(tmp_path: Path) -> None:
    write_json(tmp_path / "status.json", {"state": "done"})
    with pytest.raises(RunError, match=r"status\.json is damaged: 'started'"):
        read_status(tmp_path / "status.json")


def test_times_are_utc_with_milliseconds() -> None:
    time = datetime.fromisoformat(utc_now())
    assert time.tzinfo == UTC
    assert abs((datetime.now(UTC) - time).total_seconds()) < 5
