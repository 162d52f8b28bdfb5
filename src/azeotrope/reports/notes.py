"""Sentences under a comparison: what is undefined and why, and how far the paper's values compare."""

from collections import Counter
from collections.abc import Mapping, Sequence

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import Comparison
from azeotrope.reports.headline import HEADLINE
from azeotrope.reports.records import RunSummary, needs_measured_pure
from azeotrope.reports.significant import significant
from azeotrope.reports.summary import is_defined

PAPER = "Leenhouts et al. 2026"
AS_GIVEN = (
    "intervals and p take component sets as independent and the trained models as given; on splits that hold out "
    "molecules intervals are therefore too narrow and p too small: look at the folds"
)
LEGEND = (
    "delta MAE: MAE minus that of the ideal baseline, negative is better; pooled over folds where it has an interval",
    (
        "ideal is given the pure values, also of molecules that no model has seen; RMSE, delta MAE and "
        "Kendall tau mix what a model knows of the pure compounds with what it knows of mixing, excess RMSE and ratio "
        "do not"
    ),
    "intervals: 95 %, whole component sets are resampled",
    AS_GIVEN,
    "RMSE: over the test rows whose pure values are known",
    "RSA: a fixed representation is the same in all folds, so its sd is 0; its interval is in metrics.json",
    "coverage: share of test rows within the conformal interval that 90 % of rows like the validation rows lie in",
)


def undefined_notes(records: Sequence[RunSummary], pooled: Mapping[str, Interval] | None = None) -> list[str]:
    """Return one sentence per headline metric and reason, with the number of runs in which it is undefined.

    Parameters
    ----------
    records
        Finished runs.
    pooled
        Pooled `delta_mae` of experiment ids; where it is defined, undefined folds do not matter.
    """
    shown_pooled = {key for key, interval in (pooled or {}).items() if interval.estimate.value is not None}
    notes = []
    for metric in HEADLINE:
        reasons = Counter(
            run.reasons.get(metric.name, "not recorded")
            for run in records
            if not is_defined(run.metrics.get(metric.name))
            and not (metric.name == "delta_mae" and run.experiment_id in shown_pooled)
        )
        notes += [
            f"{metric.title} is undefined in {count} of {len(records)} runs: {reason}"
            for reason, count in reasons.most_common()
        ]
    return notes


def measured_pure_note(comparison: Comparison) -> str | None:
    """Return which models are given measured pure values, or None where none is but the ideal baseline."""
    models = dict.fromkeys(row.labels["model"] for row in comparison.rows if needs_measured_pure(row.labels))
    return f"+ uses the pure values, as ideal does: {', '.join(models)}" if models else None


def noise_note(comparison: Comparison) -> str | None:
    """Return the noise floor of the measured values, or None where it is unknown."""
    if comparison.noise_floor is None:
        return None
    return f"noise floor (sd of single replicates): {significant(comparison.noise_floor, 2)} {comparison.unit}"


def paper_note(comparison: Comparison) -> str | None:
    """Return what to know about the paper's values in a comparison, or None where it shows none."""
    with_paper = [row for row in comparison.rows if any(cell.paper for cell in row.cells.values())]
    if not with_paper:
        return None
    tables = {cell.paper.table for row in with_paper for cell in row.cells.values() if cell.paper}
    note = f"paper: {PAPER}, {', '.join(sorted(tables))}"
    temperatures = sorted({row.labels["temperature"] for row in with_paper} - {"none"})
    if temperatures:
        note += f"; it omits temperature, which is used here ({', '.join(temperatures)})"
    return note
