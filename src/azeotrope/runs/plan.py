"""What a command is going to do, written before its first job starts, so that one that never starts is missed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, write_json

PLAN = "plan"


@dataclass(frozen=True)
class PlannedJob:
    """One run that a command is to make.

    Attributes
    ----------
    job
        Its overrides, as a user would type them to get this run alone; reports of the run carry the same text.
    task
        The overrides that were composed, which may stand for several runs, such as all folds.
    """

    job: str
    task: str


def write_plan(folder: Path, number: int, jobs: Sequence[PlannedJob]) -> None:
    """Write the plan of one batch of a command, whose first job has this number. Raises `RunError` naming the file."""
    write_json(folder / f"{PLAN}_{number:06d}.json", {"jobs": [asdict(job) for job in jobs]})


def read_plan(folder: Path) -> list[PlannedJob]:
    """Return the jobs of all batches in order, none where there was no plan. Raises `RunError` when one is damaged."""
    jobs = []
    for path in sorted(folder.glob(f"{PLAN}_*.json")):
        try:
            jobs += [PlannedJob(**entry) for entry in read_json_object(path)["jobs"]]
        except (KeyError, TypeError) as error:
            raise RunError(f"{path} is damaged: {error!r}") from error
    return jobs
