from pathlib import Path
from typing import Any

import pytest

from azeotrope.apps import batch as module
from azeotrope.apps.batch import Batch, _unfinished
from azeotrope.apps.planning import Task
from azeotrope.errors import ConfigError
from azeotrope.runs.command import Command
from azeotrope.runs.job_states import JobState
from azeotrope.runs.plan import PlannedJob
from azeotrope.runs.status import State

NO_PARTS: Any = None


def test_a_retry_plans_everything_that_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = Command.begin(tmp_path, "retry", [])
    tasks = [Task((f"seed={state}",), (PlannedJob(f"seed={state}", ""),)) for state in State]
    states = [JobState(task.jobs[0].job, state, None, "") for task, state in zip(tasks, State, strict=True)]
    monkeypatch.setattr(module, "job_states", lambda *_: states)
    kept = _unfinished(tasks, command, "before")
    assert [task.overrides for task in kept] == [(f"seed={state}",) for state in State if state is not State.DONE]


def test_folds_of_one_task_stay_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(("seed=0",), (PlannedJob("fold 0", ""), PlannedJob("fold 1", "")))
    states = [JobState("fold 0", State.DONE, None, ""), JobState("fold 1", State.FAILED, None, "")]
    monkeypatch.setattr(module, "job_states", lambda *_: states)
    assert _unfinished([task], Command.begin(tmp_path, "retry", []), "before") == [task]


def test_a_folder_that_would_be_a_pattern_is_refused(tmp_path: Path) -> None:
    batch = Batch(NO_PARTS, Command(tmp_path / "100 %j" / "command"), [], 0)
    with pytest.raises(ConfigError, match="holds a %"):
        batch.run_locally(1)


@pytest.mark.parametrize("n_parallel", [0, -1, 1.5, "a", None, True])
def test_there_is_at_least_one_process(tmp_path: Path, n_parallel: Any) -> None:
    with pytest.raises(ConfigError, match=r"hydra\.launcher\.n_parallel is "):
        Batch(NO_PARTS, Command(tmp_path), [], 0).run_locally(n_parallel)
