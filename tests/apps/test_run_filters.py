from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.run_filters import matching_runs
from azeotrope.errors import ConfigError, RunError


def run(data_hash: str = "d" * 64, **labels: str) -> Any:
    return SimpleNamespace(config={"labels": labels}, identity=SimpleNamespace(data_hash=data_hash))


RUNS = [
    run(dataset="mon", split="molecule (seed=7, validation=molecules)", model="ideal"),
    run(dataset="mon", split="mixture", model="dmpnn"),
    run(dataset="dcn [0123abcd]", split="mixture", model="ideal"),
    run("84f763f2" + "0" * 56, dataset="mon", split="mixture (max_train_mixtures=10, seed=3)", model="a, b"),
    run(dataset="keller", claim="geometry (n_splits=100)", representation="morgan", second="none"),
]


@pytest.mark.parametrize(
    ("filters", "places"),
    [
        ([], [0, 1, 2, 3, 4]),
        (["dataset=mon"], [0, 1, 3]),
        (["dataset=mon", "model=ideal"], [0]),
        (["split=molecule, mixture"], [0, 1, 2, 3]),
        (["split=mixture (max_train_mixtures=10, seed=3)"], [3]),
        (["split=mixture (max_train_mixtures=10, seed=3),molecule"], [0, 3]),
        (["model=a, b"], [3]),
        (["dataset=mon [84f763f2]"], [3]),
        (["dataset=mon [dddddddd], keller"], [0, 1, 4]),
        (["claim=geometry"], [4]),
        (["second=none"], [4]),
        (["second=None"], []),
        (["dataset=neither"], []),
    ],
)
def test_a_run_matches_every_filter_by_one_of_its_values(filters: list[str], places: list[int]) -> None:
    assert matching_runs(RUNS, filters) == [RUNS[place] for place in places]


@pytest.mark.parametrize("text", ["mon", "=mon", "rmse=3", "Dataset=mon"])
def test_what_is_no_filter_names_the_labels(text: str) -> None:
    with pytest.raises(ConfigError, match=f"{text}.*dataset, split, model"):
        matching_runs(RUNS, [text])


def test_nothing_matches_among_no_runs() -> None:
    assert matching_runs([], ["dataset=mon"]) == []


def test_a_value_that_no_run_has_is_named_with_the_nearest(caplog: pytest.LogCaptureFixture) -> None:
    assert matching_runs(RUNS, ["split=mixture", "model=idea"]) == []
    assert caplog.messages == ["no run has model=idea; nearest: ideal"]
    caplog.clear()
    assert matching_runs(RUNS, ["model=dmpnn, gnn"]) == [RUNS[1]]
    assert caplog.messages == ["no run has model=gnn; nearest: a, b; dmpnn; ideal"]
    caplog.clear()
    assert matching_runs(RUNS, ["model=ideal"]) == [RUNS[0], RUNS[2]]
    assert caplog.messages == []


def test_values_that_runs_have_but_not_together_are_told_as_such(caplog: pytest.LogCaptureFixture) -> None:
    assert matching_runs(RUNS, ["split=molecule", "model=dmpnn"]) == []
    assert caplog.messages == ["no run has split=molecule together with model=dmpnn; those with it have split=mixture"]
    caplog.clear()
    assert matching_runs(RUNS, ["dataset=mon", "split=mixture", "model=ideal, dmpnn"]) == [RUNS[1]]
    assert caplog.text.strip().endswith(
        "no run has dataset=mon split=mixture together with model=ideal; those with it have dataset=dcn [0123abcd]; "
        "dataset=mon; split=mixture; split=molecule; split=molecule (seed=7, validation=molecules)"
    )
    caplog.clear()
    assert matching_runs(RUNS, ["split=none", "model=dmpnn"]) == []
    assert len(caplog.messages) == 1


def test_hashes_are_offered_only_where_the_name_alone_is_none(caplog: pytest.LogCaptureFixture) -> None:
    matching_runs(RUNS, ["dataset=neither"])
    assert caplog.messages == ["no run has dataset=neither; nearest: dcn [0123abcd]; keller; mon"]


class Unreadable:
    @property
    def config(self) -> dict[str, Any]:
        raise RunError("damaged")


@pytest.mark.parametrize("damaged", [Unreadable(), *(SimpleNamespace(config=each) for each in ({}, {"labels": 3}))])
def test_a_run_without_labels_matches_no_filter(damaged: Any) -> None:
    assert matching_runs([damaged, RUNS[0]], ["model=ideal"]) == [RUNS[0]]
    assert matching_runs([damaged], []) == [damaged]
