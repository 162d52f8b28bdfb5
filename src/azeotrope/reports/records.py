"""What a report knows about one run: plain values that the caller fills from a run folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from azeotrope.errors import RunError

LABELS = (
    "dataset",
    "split",
    "model",
    "featurizer",
    "interaction",
    "aggregator",
    "temperature",
    "predictor",
    "decomposition",
)
# How the label of a decomposition says that the model is given measured pure values, as the ideal baseline is.
MEASURED_PURE = "pure=measured"


@dataclass(frozen=True)
class RunSummary:
    """One finished run, which is one fold of one experiment.

    Attributes
    ----------
    run_id
        Id of the run, used in error messages.
    experiment_id
        Id of the experiment whose folds belong together: the configuration without the fold.
    labels
        The choice made for each of `LABELS`; ``none`` where a model has no such part.
    fold
        0-based fold.
    metrics
        Metric name to value; None where the metric is undefined.
    unit
        Unit of the property.
    origin
        ``measured`` or ``computed``.
    reasons
        Why each undefined metric is undefined.
    test_rows
        Number of test rows; None where unknown.

    Raises
    ------
    RunError
        When a label is missing.
    """

    run_id: str
    experiment_id: str
    labels: Mapping[str, str]
    fold: int
    metrics: Mapping[str, float | None]
    unit: str
    origin: str
    reasons: Mapping[str, str] = field(default_factory=dict)
    test_rows: int | None = None

    def __post_init__(self) -> None:
        missing = [name for name in LABELS if name not in self.labels]
        if missing:
            raise RunError(f"run {self.run_id} lacks the labels {', '.join(missing)}; write 'none' for a missing part")


def by_experiment(records: list[RunSummary]) -> dict[str, list[RunSummary]]:
    """Return the runs of each experiment sorted by fold, experiments in order of first appearance.

    Raises
    ------
    RunError
        When a fold occurs twice in an experiment, or its runs differ in labels, unit or origin.
    """
    groups: dict[str, list[RunSummary]] = {}
    for record in records:
        groups.setdefault(record.experiment_id, []).append(record)
    for runs in groups.values():
        runs.sort(key=lambda run: run.fold)
        _check_experiment(runs)
    return groups


def _check_experiment(runs: list[RunSummary]) -> None:
    first = runs[0]
    for earlier, run in pairwise(runs):
        if run.fold == earlier.fold:
            raise RunError(
                f"runs {earlier.run_id} and {run.run_id} are both fold {run.fold} of experiment "
                f"{run.experiment_id}; remove one of them"
            )
        if (dict(run.labels), run.unit, run.origin) != (dict(first.labels), first.unit, first.origin):
            raise RunError(
                f"runs {first.run_id} and {run.run_id} differ in labels, unit or origin, yet both belong to "
                f"experiment {run.experiment_id}; remove one of them"
            )


def needs_measured_pure(labels: Mapping[str, str]) -> bool:
    """Whether a model with these labels is given measured pure values."""
    return MEASURED_PURE in labels["decomposition"]
