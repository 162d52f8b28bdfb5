"""Claim 2: does a representation add to what a baseline already predicts?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from azeotrope.audits.claim import Claim, Evidence, Subject
from azeotrope.audits.folds import molecule_folds
from azeotrope.audits.out_of_fold import MODELS, out_of_fold_predictions
from azeotrope.audits.paired_comparison import PairedComparison
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.prediction_task import (
    both_sides,
    features_of,
    names_of_units,
    outcomes_of,
    rated_units,
    smiles_of_units,
)
from azeotrope.audits.regressors import Regressor, require_regressors
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.models.counts import require_counts
from azeotrope.typing import FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class IncrementClaim(Claim):
    """Predict each attribute from the baseline and from the baseline with the representation beside it.

    All models and regressors share the folds, which never cut a molecule. The out-of-fold predictions of a unit are
    averaged over the repeats before errors are taken. The headline is MAE(combined) - MAE(baseline): it is negative
    where the representation adds something. The representation alone and the constant mean of the training units are
    always beside it. Units that nobody rated on an attribute are left out of it and counted in a note.

    Attributes
    ----------
    outcome
        Attribute to predict; None predicts each on its own.
    n_folds, n_repeats
        Folds of a repeat, at least 2, and repeats.
    regressors
        What predicts, by name.
    n_resamples
        Paired bootstrap resamples of units; whole molecules or sets of components are drawn.
    seed
        Seed of folds and resamples.

    Raises
    ------
    ConfigError
        When a count is too small, or there is no regressor or something else among them.
    """

    uses: ClassVar[tuple[str, ...]] = ("representation", "baseline")

    outcome: str | None
    n_folds: int
    n_repeats: int
    regressors: Mapping[str, Regressor]
    n_resamples: int
    seed: int

    def __post_init__(self) -> None:
        counts = {"n_folds": self.n_folds, "n_repeats": self.n_repeats, "n_resamples": self.n_resamples}
        require_counts("claim", **counts)
        if self.n_folds < 2:
            raise ConfigError(f"claim.n_folds is {self.n_folds}; a fold needs others to train on, at least 2 in all")
        require_regressors(self.regressors)

    def check(self, subject: Subject) -> None:
        """See `Claim.check`."""
        both_sides(subject)
        for outcome in outcomes_of(subject.table, self.outcome):
            molecule_folds(subject.table.take(rated_units(subject.table, outcome)), self.n_folds, 1, self.seed)

    def test(self, subject: Subject) -> Evidence:
        """See `Claim.test`.

        Its arrays are, in the order of the rated units, ``{outcome}_truth`` and ``{outcome}_{regressor}_{model}`` for
        the models constant, baseline, representation and combined.
        """
        features = features_of(subject)
        findings, arrays, notes = [], {}, []
        for outcome in outcomes_of(subject.table, self.outcome):
            rated = rated_units(subject.table, outcome)
            if len(rated) < len(subject.table):
                n_missing = len(subject.table) - len(rated)
                notes.append(f"{outcome}: {n_missing} of {len(subject.table)} units have no rating and are left out")
            table = subject.table.take(rated)
            predictions = self._predictions(table, features.take(rated), outcome, show_progress=subject.show_progress)
            arrays[f"{outcome}_truth"] = table.attribute(outcome)
            comparison = self._comparison(table, outcome)
            for name, predicted in zip(self.regressors, predictions, strict=True):
                findings += comparison.findings(f"{outcome} {name}", predicted)
                notes.append(comparison.note(f"{outcome} {name}", predicted, smiles_of_units(table)))
                arrays |= {f"{outcome}_{name}_{model}": each for model, each in zip(MODELS, predicted, strict=True)}
        return Evidence(tuple(findings), subject.table.identities, arrays, notes=tuple(notes))

    def _predictions(
        self, table: RatingsTable, features: UnitFeatures, outcome: str, *, show_progress: bool
    ) -> FloatArray:
        """Averaged out-of-fold predictions, shape `(r, 4, u)`."""
        folds = molecule_folds(table, self.n_folds, self.n_repeats, self.seed)
        regressors = tuple(self.regressors.values())
        return out_of_fold_predictions(
            features, table.attribute(outcome), folds, regressors, show_progress=show_progress
        )

    def _comparison(self, table: RatingsTable, outcome: str) -> PairedComparison:
        return PairedComparison(
            truth=table.attribute(outcome),
            groups=names_of_units(table),
            unit=table.info.units[table.info.attributes.index(outcome)],
            resampled="molecules" if table.units.is_pure.all() else "component sets",
            n_resamples=self.n_resamples,
            seed=self.seed,
        )
