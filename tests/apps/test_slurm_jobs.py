from pathlib import Path

import pytest

from azeotrope.apps.slurm_jobs import jobs_in_queue


def fake_squeue(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "squeue"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_the_queue_is_asked_for_pending_and_running_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 7_0; echo 7_3")
    assert jobs_in_queue("7") == {"7_0", "7_3"}
    fake_squeue(tmp_path, monkeypatch, "true")
    assert jobs_in_queue("7") == set()


def test_a_queue_that_has_forgotten_a_job_has_it_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1")
    assert jobs_in_queue("7") == set()


def test_a_queue_that_does_not_answer_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 'Unable to contact slurm controller' >&2; exit 1")
    assert jobs_in_queue("7") is None
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert jobs_in_queue("7") is None
