"""Hydra takes launchers from this package alone: serial, local processes, and Slurm, all from a plan on disk."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, OmegaConf

from azeotrope.errors import AzeotropeError

if TYPE_CHECKING:
    from azeotrope.apps.batch import Batch

Jobs = Sequence[Sequence[str]]


class PlannedLauncher(Launcher):
    """A launcher that records what it is going to run, then does so.

    Attributes
    ----------
    one_run_each
        Whether folds, and workers of a search, are tasks of their own.
    """

    one_run_each = True

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Keep what Hydra hands over."""
        self._context, self._function, self._config = hydra_context, task_function, config

    def launch(self, job_overrides: Jobs, initial_job_idx: int) -> Sequence[JobReturn]:
        """Run every job; what became of each is in its run folder and in the reports to the command.

        Exits with 2 when nothing can be started.
        """
        from azeotrope.apps.batch import Batch
        from azeotrope.apps.log_file import end_with
        from azeotrope.apps.submitted_task import HydraParts

        parts = HydraParts(self._context, self._config, self._function)
        try:
            batch = Batch.planned(parts, job_overrides, initial_job_idx, one_run_each=self.one_run_each)
            if batch.tasks:  # a retry may find everything done by now
                self.run(batch)
        except AzeotropeError as error:
            end_with(error)
        return [JobReturn(status=JobStatus.COMPLETED) for _ in job_overrides]

    @abstractmethod
    def run(self, batch: "Batch") -> None:
        """Run the tasks of the batch."""


class SerialLauncher(PlannedLauncher):
    """One after the other in this process, the folds of a job together, so that its data are read once."""

    one_run_each = False

    def run(self, batch: "Batch") -> None:
        """See `PlannedLauncher.run`."""
        batch.run_here()


class LocalLauncher(PlannedLauncher):
    """So many at a time in processes of their own on this machine.

    Parameters
    ----------
    n_parallel
        Largest number of processes at a time.
    """

    def __init__(self, n_parallel: int) -> None:
        self._n_parallel = n_parallel

    def run(self, batch: "Batch") -> None:
        """See `PlannedLauncher.run`."""
        batch.run_locally(self._n_parallel)


class SlurmLauncher(PlannedLauncher):
    """One job array; each task is requeued before its time is over, and continues.

    Parameters
    ----------
    settings
        Those of ``conf/hydra/launcher/slurm.yaml``, where they are explained.
    """

    def __init__(self, **settings: Any) -> None:
        self._settings = settings

    def run(self, batch: "Batch") -> None:
        """See `PlannedLauncher.run`."""
        batch.run_on_slurm({name: _plain(value) for name, value in self._settings.items()})


def _plain(value: Any) -> Any:
    return OmegaConf.to_container(value) if OmegaConf.is_config(value) else value
