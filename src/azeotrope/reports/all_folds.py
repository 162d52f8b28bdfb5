"""Which experiments of a split can be compared by means over folds: folds differ in difficulty."""

from collections.abc import Collection, Sequence

from azeotrope.reports.ideal_row import IDEAL


def with_all_folds(models: Sequence[str], folds: Sequence[Collection[int]]) -> list[bool]:
    """Return for each experiment of a split whether it has exactly the folds that any model has.

    The ideal baseline is compared with the models, so its folds do not count unless there is nothing else.

    Parameters
    ----------
    models
        Name of each experiment's model.
    folds
        Folds of each experiment, or those in which a metric is defined.

    Examples
    --------
    >>> with_all_folds(["ideal", "a", "b"], [{0, 1, 2}, {0, 1}, {1}])
    [False, True, False]
    """
    of_models = [own for model, own in zip(models, folds, strict=True) if model != IDEAL] or folds
    needed = set[int]().union(*of_models)
    return [set(own) == needed for own in folds]
