import pytest

from azeotrope.reports.all_folds import with_all_folds


@pytest.mark.parametrize(
    ("models", "folds", "found"),
    [
        ([], [], []),
        (["a"], [{0}], [True]),
        (["a", "b"], [{0, 1}, {2, 3, 4}], [False, False]),
        (["a", "b"], [{0, 1}, {0, 1, 2}], [False, True]),
        (["ideal", "a", "b"], [{0, 1, 2}, {0, 1}, {0, 1}], [False, True, True]),
        (["ideal", "a"], [{0}, {0, 1}], [False, True]),
        (["ideal", "ideal"], [{0}, {0, 1}], [False, True]),
    ],
)
def test_all_folds_that_any_model_has(models: list[str], folds: list[set[int]], found: list[bool]) -> None:
    assert with_all_folds(models, folds) == found
