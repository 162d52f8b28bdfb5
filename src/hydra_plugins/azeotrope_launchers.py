"""Hydra takes launchers from this package alone: serial, local processes, and Slurm, all from a plan on disk."""

import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, ListConfig, OmegaConf

from azeotrope.errors import AzeotropeError

if TYPE_CHECKING:
    from azeotrope.apps.batch import Batch

logger = logging.getLogger("azeotrope.launchers")
Jobs = Sequence[Sequence[str]]


class PlannedLauncher(Launcher):
    """A launcher that records what it is going to run, then does so."""

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Keep what Hydra hands over."""
        self._context, self._function, self._config = hydra_context, task_function, config

    def launch(self, job_overrides: Jobs, initial_job_idx: int) -> Sequence[JobReturn]:
        """Run every job; what became of each is in its run folder and in the reports to the command.

        Exits with 2 when nothing can be started.
        """
        from azeotrope.apps.batch import Batch
        from azeotrope.apps.submitted_task import HydraParts

        parts = HydraParts(self._context, self._config, self._function)
        try:
            batch = Batch.planned(parts, job_overrides, initial_job_idx, one_run_each=self.one_run_each)
            if batch.tasks:  # a retry may find everything done by now
                self.run(batch)
        except AzeotropeError as error:
            logger.error("error: %s", error)  # noqa: TRY400 - the message is for a user, the traceback is not
            sys.exit(2)
        return [JobReturn(status=JobStatus.COMPLETED) for _ in job_overrides]

    one_run_each = True

    def run(self, batch: "Batch") -> None:
        """Run the tasks of the batch."""
        raise NotImplementedError


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
    max_requeues
        How often a task that ran out of time is started again.
    n_parallel
        Largest number of tasks of the array at a time.
    timeout_min, mem_gb, cpus_per_task, gpus_per_node
        Time in minutes, memory in GB, cores and GPUs of a task; None leaves one to the site.
    partition, setup
        Partition, and shell lines before a task; None for the site's default, and for none.
    signal_delay_s
        Seconds before the end of its time at which a task is told to save.
    additional_parameters
        Further options of sbatch by their long names.
    """

    def __init__(  # noqa: PLR0913 - the keys of its configuration file
        self,
        *,
        partition: str | None,
        timeout_min: int,
        mem_gb: float | None,
        cpus_per_task: int | None,
        gpus_per_node: int | None,
        n_parallel: int,
        signal_delay_s: int,
        max_requeues: int,
        setup: ListConfig | None,
        additional_parameters: DictConfig,
    ) -> None:
        self._max_requeues = max_requeues
        settings = {
            "timeout_min": timeout_min,
            "mem_gb": mem_gb,
            "cpus_per_task": cpus_per_task,
            "gpus_per_node": gpus_per_node,
            "slurm_partition": partition,
            "slurm_signal_delay_s": signal_delay_s,
            "slurm_array_parallelism": n_parallel,
            "slurm_setup": None if setup is None else list(setup),
            "slurm_additional_parameters": OmegaConf.to_container(additional_parameters),
        }
        self._settings = {name: value for name, value in settings.items() if value is not None}

    def run(self, batch: "Batch") -> None:
        """See `PlannedLauncher.run`."""
        batch.run_on_slurm(self._settings, self._max_requeues)
