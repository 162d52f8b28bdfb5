"""All metrics of one trained model on one fold."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.consistency import consistency
from azeotrope.metrics.named_outcomes import (
    accuracy_outcomes,
    conformal_outcomes,
    count_outcomes,
    excess_outcomes,
    improvement_outcomes,
    interval_outcomes,
    noise_outcome,
    ranking_outcomes,
)
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.prediction_table import TEST, VALIDATION, part_of, prediction_table
from azeotrope.metrics.predictor import Embed, Predict
from azeotrope.metrics.regression import rmse
from azeotrope.metrics.resampling import N_RESAMPLES
from azeotrope.metrics.similarity import pure_similarity
from azeotrope.splits.split import Split


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What one fold's evaluation found.

    Attributes
    ----------
    metrics
        Number of each metric, None where it is undefined; the names are valid in MLflow.
    reasons
        Why each None is one; no other metric has an entry.
    predictions
        See `prediction_table`.
    """

    metrics: dict[str, float | None]
    reasons: dict[str, str]
    predictions: pd.DataFrame

    @classmethod
    def of(cls, outcomes: dict[str, Outcome], predictions: pd.DataFrame) -> "Evaluation":
        """Tell the values of the outcomes from their reasons."""
        return cls(
            {name: outcome.value for name, outcome in outcomes.items()},
            {name: outcome.reason for name, outcome in outcomes.items() if outcome.reason is not None},
            predictions,
        )


def evaluate(
    *,
    dataset: Dataset,
    split: Split,
    predict: Predict,
    embed: Embed,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Evaluation:
    """Evaluate a trained model on the test rows of a split.

    ``rmse``, ``mae``, ``r2`` and ``kendall_tau_all`` use all test rows; everything that is compared with the ideal
    baseline (``*_covered``, ``excess_*``, ``ideal_*``, ``delta_mae*``, ``kendall_tau``) uses the rows whose measured
    pure references exist, the same for every model. ``noise_floor`` is the pooled standard deviation of the data set's
    replicates, in its unit. ``rsa_distinct`` is ``rsa`` with the interval over pairs of distinct molecules. For the
    other names see `consistency` and `pure_similarity`.

    Parameters
    ----------
    dataset, split
        The data and the fold.
    predict, embed
        Functions of the trained model.
    n_resamples
        Bootstrap resamples of `delta_mae` and of `rsa`.
    seed
        Seed of the resampling and of the consistency sample.
    """
    predictions = prediction_table(dataset, split, predict)
    parts, validation = part_of(predictions, TEST), part_of(predictions, VALIDATION)
    mixtures = dataset.table.mixtures.take(split.test)
    component_set = dataset.table.mixtures.component_set[split.test]
    guests = np.unique(dataset.table.mixtures.component)
    similarity, distinct = pure_similarity(dataset.table, embed, n_resamples=n_resamples, seed=seed)
    outcomes = (
        accuracy_outcomes(parts)
        | excess_outcomes(parts)
        | ranking_outcomes(mixtures, parts)
        | improvement_outcomes(parts, component_set, n_resamples, seed)
        | interval_outcomes("rsa", similarity)
        | interval_outcomes("rsa_distinct", distinct)
        | conformal_outcomes(validation, parts)
        | consistency(predict, mixtures, guests=guests, seed=seed)
        | {"validation_rmse": rmse(truth=validation.truth, prediction=validation.prediction)}
        | count_outcomes(parts, component_set, similarity)
        | noise_outcome(dataset.report.noise_floor)
    )
    return Evaluation.of(outcomes, predictions)
