from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.command import Command
from azeotrope.runs.experiment_content import command_of, experiment_content
from azeotrope.runs.files import read_json_object, write_json
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.mirror_values import milliseconds
from azeotrope.runs.record import RunRecord

Make = Callable[..., RunFolder]
EARLY = "2020-01-01T00:00:00.000+00:00"


def with_metrics(run: RunFolder, **metrics: float | None) -> RunRecord:
    write_json(run.path / "metrics.json", metrics)
    return run.record


def test_means_and_sample_standard_deviations_by_hand(tmp_path: Path, done: Make) -> None:
    folds = [with_metrics(done(tmp_path, fold), rmse=value, tau=None) for fold, value in enumerate((1.0, 2.0, 6.0))]
    content = experiment_content(folds)
    assert content.metrics == {"rmse": 3.0, "sd/rmse": pytest.approx(7.0**0.5), "folds": 3.0}
    assert content.key == ("azeotrope.experiment", folds[0].identity.experiment_id)
    assert (content.name, content.status, content.artifacts) == ("dmpnn · mixture · mon", "FINISHED", ())
    assert content.params == {"model.depth": "4", "model.rate": "0.001"}
    tags = {"kind": "experiment", "dataset": "mon", "split": "mixture", "model": "dmpnn", "featurizer": "dmpnn"}
    assert tags.items() <= content.tags.items()
    assert "(0, 1, 2), of those where the metric is defined" in content.tags["mlflow.note.content"]
    assert "azeotrope.run_id" not in content.tags


def test_a_metric_counts_in_the_folds_where_it_is_defined(tmp_path: Path, done: Make) -> None:
    folds = [with_metrics(done(tmp_path, fold), tau=value) for fold, value in enumerate((1.0, None, 3.0))]
    assert experiment_content(folds).metrics == {"tau": 2.0, "sd/tau": pytest.approx(2.0**0.5), "folds": 3.0}


def test_one_fold_has_no_standard_deviation(tmp_path: Path, done: Make) -> None:
    assert experiment_content([done(tmp_path).record]).metrics == {"rmse": 0.5, "excess_rmse": 0.25, "folds": 1.0}


def test_failed_folds_count_in_the_status_alone(tmp_path: Path, done: Make, failed: Make) -> None:
    content = experiment_content([done(tmp_path, 0).record, failed(tmp_path, 1).record])
    assert (content.status, content.metrics["folds"]) == ("FAILED", 1.0)
    nothing = experiment_content([failed(tmp_path, 1).record])
    assert (nothing.status, nothing.metrics) == ("FAILED", {"folds": 0.0})


def test_folds_that_run_or_are_damaged_are_ignored(tmp_path: Path, done: Make, failed: Make) -> None:
    whole, damaged, running = done(tmp_path, 0), done(tmp_path, 1), failed(tmp_path, 2)
    (damaged.path / "metrics.json").write_text("{")
    with running.lock.held():
        running.start()
    content = experiment_content([running.record, damaged.record, whole.record])
    assert content == experiment_content([whole.record])
    with pytest.raises(RunError, match="no fold of"):
        experiment_content([damaged.record, running.record])


def test_it_starts_with_the_fold_that_started_first_even_if_that_one_still_runs(
    tmp_path: Path, done: Make, failed: Make
) -> None:
    running = failed(tmp_path, 0)
    with running.lock.held():
        running.start()
    write_json(running.path / "status.json", read_json_object(running.path / "status.json") | {"started": EARLY})
    content = experiment_content([done(tmp_path, 1).record, running.record])
    assert content.start_ms == milliseconds(EARLY) < content.end_ms


def test_the_stamp_is_that_of_the_content(tmp_path: Path, done: Make) -> None:
    first, second = done(tmp_path, 0).record, done(tmp_path, 1).record
    stamps = [experiment_content(folds).stamp for folds in ([first], [RunRecord(first.path)], [first, second])]
    assert stamps[0] == stamps[1] != stamps[2]


def test_the_command_is_the_first_one_and_a_retry_counts_as_what_it_retries(tmp_path: Path, done: Make) -> None:
    assert command_of(tmp_path, []) is None
    assert command_of(tmp_path, [done(tmp_path, 0).record, done(tmp_path, 1, command_id="gone").record]) is None
    first = Command.begin(tmp_path, "first", [])
    second = Command.begin(tmp_path, "second", [])
    again = Command.begin(tmp_path, "again", [], retry_of=first.id)
    once_more = Command.begin(tmp_path, "again", [], retry_of=again.id)
    of_second, of_retry = (
        done(tmp_path, 2, command_id=second.id).record,
        done(tmp_path, 3, command_id=once_more.id).record,
    )
    assert command_of(tmp_path, [of_second]) == second
    assert command_of(tmp_path, [of_second, of_retry]) == first
