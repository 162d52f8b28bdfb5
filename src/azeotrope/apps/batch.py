"""One batch of a sweep: planned on disk first, then run here, in local processes, or on Slurm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydra.core.utils import setup_globals
from omegaconf import open_dict

from azeotrope.apps.checks import whole_number
from azeotrope.apps.local_jobs import run_locally
from azeotrope.apps.planning import Task, plan
from azeotrope.apps.slurm_jobs import run_on_slurm
from azeotrope.apps.slurm_settings import submitit_settings
from azeotrope.apps.submitted_task import HydraParts, SubmittedTask
from azeotrope.errors import ConfigError
from azeotrope.runs.command import Command
from azeotrope.runs.job_states import job_states
from azeotrope.runs.status import State

HYDRAS_RECORD = "multirun.yaml"  # that of the command stands in its own folder, and holds no credentials


@dataclass(frozen=True)
class Batch:
    """Tasks of a command.

    Attributes
    ----------
    parts
        Hydra's.
    command
        The command, whose folder holds the plan.
    tasks
        What is run.
    first
        Number of the first task in the sweep.
    """

    parts: HydraParts
    command: Command
    tasks: Sequence[Task]
    first: int

    @classmethod
    def planned(cls, parts: HydraParts, jobs: Sequence[Sequence[str]], first: int, *, one_run_each: bool) -> "Batch":
        """Return the batch after its plan was written; a retry plans what the command before did not finish.

        Raises
        ------
        ConfigError, RunError
            When a configuration file holds credentials, or the outputs cannot be written.
        """
        from azeotrope.apps.command import current_session

        setup_globals()
        (Path(parts.config.hydra.sweep.dir) / HYDRAS_RECORD).unlink(missing_ok=True)
        command = current_session(parts.config).command
        tasks = plan(jobs, parts.compose, one_run_each=one_run_each)
        retried = command.description().retry_of
        if retried is not None:
            tasks = _unfinished(tasks, command, retried)
        command.plan(list(dict.fromkeys(job for task in tasks for job in task.jobs)), first)
        return cls(parts, command, tasks, first)

    def run_here(self) -> None:
        """Run one task after the other in this process."""
        for number, task in enumerate(self.tasks, self.first):
            config = self.parts.compose(list(task.overrides))
            with open_dict(config):
                config.hydra.job.id = config.hydra.job.num = number
            self.parts.run(config)

    def run_locally(self, n_parallel: int) -> None:
        """Run so many tasks at a time in processes of their own.

        Raises
        ------
        ConfigError
            When that is not at least one, or submitit cannot write beside the command's record.
        """
        whole_number(n_parallel, "hydra.launcher.n_parallel", 1)
        self._check_path()
        run_locally(self._submitted(), self.command, n_parallel)

    def run_on_slurm(self, given: Mapping[str, Any]) -> None:
        """Run the tasks as an array.

        Parameters
        ----------
        given
            Settings by their names in the configuration.

        Raises
        ------
        ConfigError, RunError
            When a setting makes no sense, Slurm does not take the array, or submitit cannot write beside the command's
            record.
        """
        max_requeues = whole_number(given["max_requeues"], "hydra.launcher.max_requeues", 0)
        settings = submitit_settings(given)
        self._check_path()
        run_on_slurm(self._submitted(), self.command, settings, max_requeues)

    def _check_path(self) -> None:
        """Refuse a folder that submitit and Slurm would take for a pattern, and put their files elsewhere."""
        if "%" in str(self.command.path):
            raise ConfigError(f"{self.command.path} holds a %, which Slurm takes for a pattern; move AZEOTROPE_OUTPUTS")

    def _submitted(self) -> list[tuple[Task, SubmittedTask]]:
        return [
            (task, SubmittedTask.of(self.parts, task.overrides, number))
            for number, task in enumerate(self.tasks, self.first)
        ]


def _unfinished(tasks: Sequence[Task], command: Command, retried: str) -> list[Task]:
    """Leave out the tasks whose runs are all done; one that still runs is waited for, and started if it dies."""
    states = job_states(command.path.parents[1], Command(command.path.with_name(retried)))
    done = {state.job for state in states if state.state is State.DONE}
    return [task for task in tasks if not {job.job for job in task.jobs} <= done]
