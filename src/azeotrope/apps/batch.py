"""One batch of a sweep: planned on disk first, then run here, in local processes, or on Slurm."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydra.core.utils import setup_globals
from omegaconf import open_dict

from azeotrope.apps.checks import whole_number
from azeotrope.apps.planning import Task, plan
from azeotrope.apps.submission import run_locally, run_on_slurm
from azeotrope.apps.submitted_task import HydraParts, SubmittedTask
from azeotrope.runs.command import Command
from azeotrope.runs.job_states import job_states
from azeotrope.runs.status import State

RETRY_VARIABLE = "AZEOTROPE_RETRY"
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
        retried = os.environ.pop(RETRY_VARIABLE, None)
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
        """Run so many tasks at a time in processes of their own. Raises `ConfigError` when that is not at least one."""
        whole_number(n_parallel, "hydra.launcher.n_parallel", 1)
        run_locally(self._submitted(), self.command, n_parallel)

    def run_on_slurm(self, settings: dict[str, Any], max_requeues: int) -> None:
        """Run the tasks as an array. Raises `RunError` when Slurm does not take it."""
        run_on_slurm(self._submitted(), self.command, settings, max_requeues)

    def _submitted(self) -> list[tuple[Task, SubmittedTask]]:
        return [
            (task, SubmittedTask.of(self.parts, task.overrides, number))
            for number, task in enumerate(self.tasks, self.first)
        ]


def _unfinished(tasks: Sequence[Task], command: Command, retried: str) -> list[Task]:
    """Leave out the tasks whose runs are all done or running."""
    states = job_states(command.path.parents[1], Command(command.path.with_name(retried)))
    settled = {state.job for state in states if state.state in (State.DONE, State.RUNNING)}
    return [task for task in tasks if not {job.job for job in task.jobs} <= settled]
