"""What optuna's trials say."""

from collections.abc import Sequence

from optuna.trial import FrozenTrial, TrialState

from azeotrope.apps.search.trials import TrialReport, TrialStatus

REFUSED_IN_A_ROW = 20  # after which a search takes it that its space has nothing else
STATUS = {
    TrialState.COMPLETE: TrialStatus.COMPLETE,
    TrialState.PRUNED: TrialStatus.PRUNED,
    TrialState.FAIL: TrialStatus.FAILED,
}


def report_of(trial: FrozenTrial) -> TrialReport:
    """Return a trial without optuna."""
    status = STATUS.get(trial.state, TrialStatus.RUNNING)
    if trial.user_attrs.get("refused"):
        status = TrialStatus.REFUSED
    step = trial.last_step
    return TrialReport(
        number=trial.number,
        status=status,
        parameters=dict(trial.params),
        epochs=step,
        value=None if step is None else trial.intermediate_values[step],
        runs=trial.user_attrs.get("runs", []),
        reason=trial.user_attrs.get("reason", ""),
    )


def may_draw(trials: Sequence[FrozenTrial], n_trials: int) -> bool:
    """Whether there are to be more trials: fewer were accepted than are wanted, and not all of late were refused."""
    were_refused = [bool(trial.user_attrs.get("refused")) for trial in trials]
    is_exhausted = len(trials) >= REFUSED_IN_A_ROW and all(were_refused[-REFUSED_IN_A_ROW:])
    return len(trials) - sum(were_refused) < n_trials and not is_exhausted
