from collections.abc import Callable
from pathlib import Path

from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.index import list_runs
from azeotrope.runs.trials import without_trials

Make = Callable[..., RunFolder]


def test_without_a_search_every_run_counts(tmp_path: Path, done: Make) -> None:
    command = Command.begin(tmp_path, "sweep", ["/home/me/train.py", "-m"])
    runs = [done(tmp_path, 0, command_id=command.id), done(tmp_path, 1, command_id=None)]
    assert len(without_trials(tmp_path, list_runs(tmp_path))) == len(runs)
    assert without_trials(tmp_path, []) == []


def test_a_trial_counts_once_somebody_asks_for_its_run(tmp_path: Path, done: Make) -> None:
    search = Command.begin(tmp_path, "search", ["tune.py", "model=dmpnn"])
    trials = [done(tmp_path, fold, command_id=search.id) for fold in (0, 1)]
    own = done(tmp_path, 2, command_id="of a folder that is gone")
    assert [run.run_id for run in without_trials(tmp_path, list_runs(tmp_path))] == [own.run_id]
    train = Command.begin(tmp_path, "train", ["train.py", "tuned=best"])
    train.report(Outcome.SKIPPED, "tuned=best split.fold=1", trials[1].run_id)
    assert {run.run_id for run in without_trials(tmp_path, list_runs(tmp_path))} == {own.run_id, trials[1].run_id}
