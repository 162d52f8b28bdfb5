"""`train.py`: compose, run every fold of every job, and compare."""

import logging
import math
from statistics import fmean

from omegaconf import DictConfig

from azeotrope.apps.launch import job_name, launch, refuse_sweep_without_multirun, session_of, typed_overrides
from azeotrope.apps.planning import fold_job

logger = logging.getLogger(__name__)


def main() -> None:
    """Run `train.py`; exits with 0 only when every run is done."""
    launch("config", job)


def job(config: DictConfig) -> float:
    """Run the folds of one composed configuration.

    Returns
    -------
    Mean validation RMSE over the folds in the data set's unit, for sweepers; NaN when a fold failed or has none.
    """
    from azeotrope.apps.building import build_experiment
    from azeotrope.apps.fold import run_fold
    from azeotrope.apps.run_once import log_failure
    from azeotrope.datasets.summary import dataset_warnings

    session, name = session_of(config), job_name()
    try:
        refuse_sweep_without_multirun()
        experiment = build_experiment(config, progress=session.show_progress)
    except Exception as error:  # noqa: BLE001 - one job's failure must not cost the others; it is reported
        log_failure(name, error)
        session.failed(name, error)
        return math.nan
    for warning in dataset_warnings(experiment.dataset):
        logger.warning("%s: %s", experiment.labels["dataset"], warning)
    typed = typed_overrides()
    scores = [run_fold(experiment, fold, session, fold_job(typed, fold)) for fold in experiment.folds]
    return math.nan if None in scores else fmean(score for score in scores if score is not None)
