import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.command import Command, find_command, first_command, is_retry, list_commands, retries_of
from azeotrope.runs.events import Outcome

REPORT = """
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
Command.of_environment().report(Outcome.FAILED, "fold=1", "run 1", "ValueError: x")
"""


def test_a_command_is_recorded_without_credentials(tmp_path: Path) -> None:
    argv = ["train.py", "tracking.tracking_uri=https://me:secret@host/x?token=hidden", "split.folds=[0,1]"]
    command = Command.begin(tmp_path, "table3", argv)
    description = command.description()
    assert description.name == "table3"
    assert description.argv == (argv[0], "tracking.tracking_uri=https://***@host/x?token=***", argv[2])
    assert json.loads((command.path / "command.json").read_text())["id"] == command.id
    assert not any(b"secret" in path.read_bytes() for path in command.path.rglob("*.json"))


def test_ids_are_unique_within_a_moment_and_sort_by_time(tmp_path: Path) -> None:
    commands = [Command.begin(tmp_path, "train", []) for _ in range(20)]
    assert len({command.id for command in commands}) == 20
    assert {command.path for command in list_commands(tmp_path)} == {command.path for command in commands}
    assert list_commands(tmp_path / "nowhere") == []


def test_jobs_of_this_and_other_processes_report(
    tmp_path: Path, spawn: Callable[..., subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Command.begin(tmp_path, "train", [])
    for name, value in command.variable.items():
        monkeypatch.setenv(name, value)
    assert Command.of_environment() == command
    command.report(Outcome.DONE, "fold=0", "run 0")
    assert spawn(REPORT).wait() == 0
    assert [(event.outcome, event.run_id, event.message) for event in command.events()] == [
        (Outcome.DONE, "run 0", ""),
        (Outcome.FAILED, "run 1", "ValueError: x"),
    ]
    assert command.outcomes() == command.events()


def test_without_the_variable_or_its_folder_there_is_no_command(tmp_path: Path) -> None:
    assert Command.of_environment({}) is None
    assert Command.of_environment({"AZEOTROPE_COMMAND": ""}) is None
    assert Command.of_environment({"AZEOTROPE_COMMAND": str(tmp_path / "gone")}) is None


def test_a_command_is_found_by_its_id(tmp_path: Path) -> None:
    command = Command.begin(tmp_path, "train", [])
    assert find_command(tmp_path, command.id) == command
    assert find_command(tmp_path, "other") is None
    assert find_command(tmp_path, None) is None


def test_the_folder_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Command.begin(Path("outputs"), "train", []).path.is_absolute()


def test_a_damaged_command_is_named(tmp_path: Path) -> None:
    command = Command.begin(tmp_path, "train", [])
    (command.path / "command.json").write_text('{"name": "train"}')
    with pytest.raises(RunError, match=r"command\.json is damaged: KeyError\('argv'\)"):
        command.description()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "commands").write_text("")
    with pytest.raises(RunError, match="cannot create"):
        Command.begin(tmp_path, "train", [])


def test_an_argument_that_is_no_text_is_kept(tmp_path: Path) -> None:
    word = os.fsdecode(b"caf\xe9")
    assert Command.begin(tmp_path, "train", [word]).description().argv == (word,)


def test_retries_know_what_they_try_again(tmp_path: Path) -> None:
    first, other = (Command.begin(tmp_path, "sweep", []) for _ in range(2))
    retries = [Command.begin(tmp_path, "sweep", [], retry_of=first.id) for _ in range(2)]
    assert retries_of(tmp_path, first) == retries
    assert retries_of(tmp_path, other) == []
    assert [is_retry(command) for command in (first, other, *retries)] == [False, False, True, True]
    (retries[0].path / "command.json").write_text("{")
    assert retries_of(tmp_path, first) == retries[1:]


def test_the_first_command_is_the_one_that_was_tried_again_and_again(tmp_path: Path) -> None:
    first = Command.begin(tmp_path, "first", [])
    again = Command.begin(tmp_path, "again", [], retry_of=first.id)
    once_more = Command.begin(tmp_path, "once more", [], retry_of=again.id)
    lost = Command.begin(tmp_path, "of a lost one", [], retry_of="gone")
    assert [first_command(tmp_path, each.id) for each in (first, again, once_more)] == [first] * 3
    assert first_command(tmp_path, lost.id) == lost
    assert first_command(tmp_path, "gone") is None
    assert first_command(tmp_path, None) is None
