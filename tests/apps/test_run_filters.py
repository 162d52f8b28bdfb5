from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.run_filters import matching_runs
from azeotrope.errors import ConfigError


def run(**labels: str) -> Any:
    return SimpleNamespace(config={"labels": labels})


RUNS = [
    run(dataset="mon", split="molecule (seed=7, validation=molecules)", model="ideal"),
    run(dataset="mon", split="mixture", model="dmpnn"),
    run(dataset="dcn [0123abcd]", split="mixture", model="ideal"),
    run(dataset="keller", claim="geometry (n_splits=100)", representation="morgan"),
]


@pytest.mark.parametrize(
    ("filters", "places"),
    [
        ([], [0, 1, 2, 3]),
        (["dataset=mon"], [0, 1]),
        (["dataset=mon", "model=ideal"], [0]),
        (["split=molecule, mixture"], [0, 1, 2]),
        (["claim=geometry"], [3]),
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
