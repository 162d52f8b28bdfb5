"""A search: what it is, and where it lies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.checks import whole_number
from azeotrope.apps.compose import plain
from azeotrope.apps.overrides import key_of, parsed_overrides
from azeotrope.apps.planning import WORKER_KEY
from azeotrope.apps.search.schedule import Schedule
from azeotrope.apps.search.space import Choices, Range, Value, fixed_keys, space_of
from azeotrope.apps.search.tasks import Task, tasks_of
from azeotrope.apps.session import Session
from azeotrope.errors import ConfigError, RunError
from azeotrope.places import conf_folder
from azeotrope.runs.canonical import config_hash
from azeotrope.runs.files import write_json
from azeotrope.runs.identity import HASH_LENGTH, readable_label

SEARCHES = "searches"
DESCRIPTION = "search.json"


@dataclass(frozen=True, eq=False)
class Search:
    """A search by successive halving over the parameters of one model.

    Attributes
    ----------
    name
        Of what it finds, as in ``tuned=<name>``.
    typed
        Overrides that the user typed.
    tasks
        Where trials run.
    is_scaled
        Whether the tasks' errors are divided by the spread of their targets, and have no unit.
    space, fixed
        What is chosen, and which keys of the space the user has decided.
    default
        What the model as it is has for the keys of the space.
    schedule, n_trials, seed
        How trials are compared, how many there are, and what they follow from.
    """

    name: str
    typed: tuple[str, ...]
    tasks: Sequence[Task]
    is_scaled: bool
    space: dict[str, Choices | Range]
    fixed: tuple[str, ...]
    default: dict[str, Value]
    schedule: Schedule
    n_trials: int
    seed: int

    @classmethod
    def of(cls, config: DictConfig, typed: Sequence[str], session: Session) -> "Search":
        """Return the search that a composed configuration describes, checked before any work.

        Raises
        ------
        ConfigError, DataError
            When there is nothing to choose, or something does not fit.
        """
        schedule = Schedule.of(config.epochs, config.grace, config.reduction)
        n_trials = whole_number(config.n_trials, "n_trials", 1)
        whole_number(config.workers, "workers", 1)
        space = _space(config)
        default = _values(config, space)
        fixed = fixed_keys(space, [key_of(each) for each in parsed_overrides(typed)])
        chosen = {key: parameter for key, parameter in space.items() if key not in fixed}
        if not chosen:
            raise ConfigError(f"nothing is left to choose: {', '.join(fixed)} are given")
        tasks = tasks_of(config, typed, session)
        is_scaled = config.across is not None
        where = "across" if is_scaled else tasks[0].dataset
        name = config.name or f"{readable_label(where)}_{readable_label(config.model.name)}"
        if readable_label(name) != name:
            raise ConfigError(f"name={name!r} names a file; write it as {readable_label(name)!r}")
        seed = whole_number(config.seed, "seed")
        return cls(name, tuple(typed), tasks, is_scaled, chosen, tuple(fixed), default, schedule, n_trials, seed)

    @property
    def id(self) -> str:
        """Name and hash, equal for equal data, models, space and schedule and code; the number of trials may grow."""
        return f"{self.name}-{config_hash(self._identity())[:HASH_LENGTH]}"

    @property
    def command(self) -> str:
        """What a user types to start or continue it."""
        return " ".join(("python tune.py", *(each for each in self.typed if not each.startswith(f"{WORKER_KEY}="))))

    @property
    def unit(self) -> str:
        """Unit of the values of trials; none across data sets."""
        return "IQR" if self.is_scaled else self.tasks[0].unit

    def open_folder(self, outputs: Path) -> Path:
        """Return the folder of the search, made and described where it is new. Raises `RunError` naming it."""
        folder = outputs.resolve() / SEARCHES / self.id
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"cannot create {folder}: {error.strerror or error}") from error
        if not (folder / DESCRIPTION).exists():
            write_json(folder / DESCRIPTION, {"id": self.id, "command": self.command, **self._identity()})
        return folder

    def _identity(self) -> dict[str, Any]:
        """Return what makes this search this search."""
        return {
            "runs": [task.fold.folder.run_id for task in self.tasks],
            "scales": [task.scale for task in self.tasks],
            "space": {key: vars(parameter) for key, parameter in self.space.items()},
            "schedule": vars(self.schedule),
            "seed": self.seed,
        }


def _space(config: DictConfig) -> dict[str, Choices | Range]:
    """Return the space of the configuration."""
    if config.get("space") is None:
        known = ", ".join(sorted(file.stem for file in (conf_folder() / "space").glob("*.yaml")))
        raise ConfigError(f"model={config.model.name} has no space to search; those of {known} exist: space=NAME")
    return space_of(plain(config.space))


def _values(config: DictConfig, keys: Iterable[str]) -> dict[str, Value]:
    """Return what a configuration has for each key; refuses keys that it does not have."""
    absent = object()
    values: dict[str, Any] = {}
    for key in keys:
        is_group = (conf_folder() / key).is_dir()
        values[key] = OmegaConf.select(config, f"{key}.name" if is_group else key, default=absent)
        if values[key] is absent:
            raise ConfigError(f"space.{key}: the model has no {key}; leave it out with ~space.{key}")
    return values
