"""`azeotrope sync`: make the MLflow mirror whole from the run folders."""

import logging
import sys

from omegaconf import OmegaConf

from azeotrope.places import conf_folder, outputs_folder
from azeotrope.runs.sync import sync
from azeotrope.runs.tracking import Tracking

logger = logging.getLogger(__name__)


def sync_mirror(tracking_uri: str | None, experiment: str | None) -> None:
    """Mirror what MLflow lacks; exits with 1 when something is still missing.

    Parameters
    ----------
    tracking_uri
        MLflow's store; None is that of the configuration, see `Tracking`.
    experiment
        Name of the MLflow experiment; None is that of the configuration.
    """
    defaults = OmegaConf.load(conf_folder() / "tracking" / "mlflow.yaml")
    tracking = Tracking(outputs_folder(), tracking_uri or defaults.tracking_uri, experiment or defaults.experiment)
    report = sync(tracking)
    logger.info("%s holds %d runs and commands", tracking.place, len(report.mirrored))
    if report.missing:
        logger.error("not mirrored: %s", ", ".join(report.missing))
        sys.exit(1)
