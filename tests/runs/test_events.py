from pathlib import Path

import pytest

from azeotrope.runs.events import Outcome, RunEvent, final_events, read_events, write_event


def event(outcome: Outcome, run_id: str | None, second: int, job: str = "fold=0") -> RunEvent:
    return RunEvent(outcome, job, run_id, "", f"2026-01-01T00:00:{second:02}.000+00:00")


def test_events_come_back_in_order_of_time(tmp_path: Path) -> None:
    events = [event(Outcome.DONE, f"run {second}", second) for second in range(5)]
    for entry in reversed(events):
        write_event(tmp_path, entry)
    assert read_events(tmp_path) == events


def test_no_events_are_no_error(tmp_path: Path) -> None:
    assert read_events(tmp_path) == []
    assert final_events([]) == []


@pytest.mark.parametrize("content", ["", "{}", '{"outcome": "lost"}', '{"outcome": "done"}'])
def test_a_damaged_event_is_named_and_the_others_are_told(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    whole = event(Outcome.DONE, "a", 1)
    write_event(tmp_path, whole)
    (tmp_path / "a.json").write_text(content)
    assert read_events(tmp_path) == [whole]
    assert "a.json is damaged" in caplog.text


def test_the_end_of_a_restarted_job_counts() -> None:
    first, second = event(Outcome.FAILED, "a", 1), event(Outcome.DONE, "a", 2)
    assert final_events([first, second]) == [second]
    assert final_events([second, event(Outcome.FAILED, "a", 3)])[0].outcome is Outcome.FAILED


def test_a_failure_before_the_run_had_an_id_is_forgotten_once_it_runs() -> None:
    early = event(Outcome.FAILED, None, 1)
    other = event(Outcome.FAILED, None, 2, job="fold=1")
    assert final_events([early, other]) == [early, other]
    assert final_events([early, other, event(Outcome.DONE, "a", 3)]) == [other, event(Outcome.DONE, "a", 3)]


def test_a_run_done_by_a_command_is_not_skipped_by_it() -> None:
    made = event(Outcome.DONE, "a", 1)
    assert final_events([made, event(Outcome.SKIPPED, "a", 2)]) == [made]
    assert final_events([event(Outcome.SKIPPED, "b", 1)])[0].outcome is Outcome.SKIPPED
