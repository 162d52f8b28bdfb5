"""`train.py`: compose, run every fold of every job, and compare."""

import logging
import math
import sys
from statistics import fmean

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig

from azeotrope.apps.command import conclude, current_session
from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.log_file import log_to_stderr
from azeotrope.errors import AzeotropeError, ConfigError
from azeotrope.places import outputs_folder

logger = logging.getLogger(__name__)

INTERRUPTED = 130  # what shells call a program that was stopped by Ctrl-C
MULTIRUN = ("-m", "--multirun")


def main() -> None:
    """Run `train.py`; exits with 0 only when every run is done."""
    log_to_stderr()
    sys.argv[1:] = sorted(sys.argv[1:], key=lambda argument: argument not in MULTIRUN)  # Hydra wants it first
    try:
        conf = prepare_hydra()
        outputs_folder()  # named by the environment, so a wrong name is found before Hydra asks for it
        check_overrides(sys.argv[1:], conf)
    except AzeotropeError as error:
        logger.error("error: %s", error)  # noqa: TRY400 - the message is for a user, the traceback is not
        sys.exit(2)
    try:
        hydra.main(version_base="1.3", config_path=str(conf), config_name="config")(job)()
    except KeyboardInterrupt:
        conclude()
        sys.exit(INTERRUPTED)
    finally:
        failed = conclude()
    if failed:
        sys.exit(1)


def job(config: DictConfig) -> float:
    """Run the folds of one composed configuration.

    Returns
    -------
    Mean validation RMSE over the folds in the data set's unit, for sweepers; NaN when a fold failed or has none.
    """
    from azeotrope.apps.building import build_experiment
    from azeotrope.apps.fold import log_failure, run_fold
    from azeotrope.datasets.summary import dataset_warnings

    try:
        session = current_session(config)
    except AzeotropeError as error:  # the outputs cannot be written: no job of this command can run
        logger.error("error: %s", error)  # noqa: TRY400 - the message is for a user, the traceback is not
        sys.exit(2)
    name = " ".join(HydraConfig.get().overrides.task) or "defaults"
    try:
        _refuse_sweep_without_multirun()
        experiment = build_experiment(config, progress=session.show_progress)
    except Exception as error:  # noqa: BLE001 - one job's failure must not cost the others; it is reported
        log_failure(name, error)
        session.failed(name, error)
        return math.nan
    for warning in dataset_warnings(experiment.dataset):
        logger.warning("%s: %s", experiment.labels["dataset"], warning)
    scores = [run_fold(experiment, fold, session, f"{name} fold {fold}") for fold in experiment.folds]
    return math.nan if None in scores else fmean(score for score in scores if score is not None)


def _refuse_sweep_without_multirun() -> None:
    """A sweep's parameters are silently ignored without -m, so that is refused."""
    hydra_config = HydraConfig.get()
    parameters = hydra_config.sweeper.get("params")
    if hydra_config.mode == RunMode.RUN and parameters:
        command = f"python train.py -m {' '.join(hydra_config.overrides.task)}"
        swept = ", ".join(parameters)
        raise ConfigError(f"this experiment sweeps over {swept}, which needs -m; type: {command}")
