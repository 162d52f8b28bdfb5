"""One task of a sweep in a process of its own, wherever submitit starts it."""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hydra.core.singleton import Singleton
from hydra.core.utils import run_job, setup_globals
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, open_dict
from submitit.helpers import DelayedSubmission

from azeotrope.apps.log_file import log_to_stderr
from azeotrope.apps.signals import requeued_when_told, save_and_end_when_told
from azeotrope.runs.mlflow_settings import TRACKING_VARIABLE
from azeotrope.runs.redaction import redact_uri

INHERITED = "AZEOTROPE_"


@dataclass(frozen=True)
class HydraParts:
    """What Hydra hands to a launcher."""

    context: HydraContext
    config: DictConfig
    function: TaskFunction

    def compose(self, overrides: list[str]) -> DictConfig:
        """Return the configuration of one job of the sweep."""
        return self.context.config_loader.load_sweep_config(self.config, overrides)

    def run(self, config: DictConfig) -> None:
        """Run one composed job here; raises what it raises."""
        _ = run_job(self.function, config, "hydra.sweep.dir", "hydra.sweep.subdir", self.context).return_value


@dataclass(frozen=True)
class SubmittedTask:
    """What is pickled: composes its configuration and runs it; when requeued, the same again.

    Attributes
    ----------
    parts
        Hydra's.
    overrides, number
        What is composed, and its place in the sweep.
    singletons
        Hydra's state in the process that submits.
    environment
        Variables of azeotrope, for clusters that start jobs with a clean environment, and the address of an MLflow
        server, unless it holds credentials, which no file is to keep.
    """

    parts: HydraParts
    overrides: tuple[str, ...]
    number: int
    singletons: Mapping[Any, Any]
    environment: Mapping[str, str]

    @classmethod
    def of(cls, parts: HydraParts, overrides: tuple[str, ...], number: int) -> "SubmittedTask":
        """Return the task with the state of this process."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if name.startswith(INHERITED) or (name == TRACKING_VARIABLE and redact_uri(value) == value)
        }
        return cls(parts, overrides, number, Singleton.get_state(), environment)

    def __call__(self) -> None:
        """Run; what becomes of each run is reported in its folder and to the command."""
        from submitit import JobEnvironment

        os.environ.update(self.environment)
        Singleton.set_state(self.singletons)
        setup_globals()
        log_to_stderr()
        save_and_end_when_told()
        job = JobEnvironment()
        with requeued_when_told(signal.Signals[f"SIG{job.USR_SIG}"]):
            config = self.parts.compose(list(self.overrides))
            with open_dict(config):
                config.hydra.job.id, config.hydra.job.num = job.job_id, self.number
            self.parts.run(config)

    def checkpoint(self) -> DelayedSubmission:
        """Return what starts when the task is requeued; its runs find their folders by their ids, and continue."""
        return DelayedSubmission(self)
