"""What a search has found, as a configuration that train.py takes: tuned=<name>."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from hydra import compose
from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.known_keys import TUNED
from azeotrope.apps.model_tree import PARTS
from azeotrope.apps.search.search import Search
from azeotrope.apps.search.tasks import ROOT
from azeotrope.apps.search.trials import TrialReport, assignments, best_of, count_of
from azeotrope.errors import ConfigError, RunError
from azeotrope.runs.files import write_json, write_text

GROUPS = (*PARTS, "trainer")
KEYS = (*GROUPS, "n_members")
BEST = "best.json"
SEARCH_LINE = "# Search: "
DIMENSIONLESS = "-"


@dataclass(frozen=True, eq=False)
class Finding:
    """The result of a search.

    Attributes
    ----------
    search, reports, default
        The search, its trials, and what the model as it is reached: ``value`` and ``runs``, or ``reason``.

    Raises
    ------
    RunError
        When no trial is complete; says why the last one is not.
    """

    search: Search
    reports: list[TrialReport]
    default: Mapping[str, Any]

    def __post_init__(self) -> None:
        """Refuse a search that has found nothing."""
        if best_of(self.reports) is None:
            reasons = [report.reason for report in self.reports if report.reason]
            raise RunError(f"no trial is complete ({count_of(self.reports)}); the last reason: {''.join(reasons[-1:])}")

    @property
    def best(self) -> TrialReport | None:
        """The best trial; None where none is better than the model as it is."""
        best = best_of(self.reports)
        default = self.default.get("value")
        if best is None or default is None:
            return best
        return best if best.value is not None and best.value < default else None

    @property
    def value(self) -> float:
        """What the choice that was made is compared by."""
        value: float | None = self.default["value"] if self.best is None else self.best.value
        return math.nan if value is None else value

    @property
    def runs(self) -> list[Mapping[str, Any]]:
        """Run id and validation RMSE of each run of the choice that was made."""
        return list(self.default["runs"] if self.best is None else self.best.runs)

    @property
    def description(self) -> str:
        """The choice and its measure in a few words."""
        unit = "" if self.search.unit == DIMENSIONLESS else f" {self.search.unit}"
        default = self.default.get("value")
        before = self.default.get("reason") if default is None else f"{default:.4g}"
        rows = " and ".join(f"{len(task.fold.split.validation)} of {task.dataset}" for task in self.search.tasks)
        return f"validation RMSE {self.value:.4g}{unit}, the model as it is {before}; validation rows: {rows}"

    def write(self, folder: Path, outputs: Path) -> Path:
        """Write `best.json` into the search's folder, and the configuration.

        Raises
        ------
        ConfigError, RunError
            When another search has taken the name meanwhile, or a file cannot be written.
        """
        file = refuse_taken_name(self.search, outputs)
        text = self._header() + yaml.safe_dump(self._content(), sort_keys=False, allow_unicode=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)
        chosen = None if self.best is None else {"trial": self.best.number, "parameters": dict(self.best.parameters)}
        content = {"search": self.search.id, "best": chosen, "value": self.value, "unit": self.search.unit}
        write_json(folder / BEST, {**content, "runs": self.runs, "default": dict(self.default), "tuned": file.name})
        return file

    def _header(self) -> str:
        """Return what the file says of itself."""
        choice = "the model as it is, which no trial beats" if self.best is None else f"trial {self.best.number}"
        hashes = {task.dataset: task.fold.experiment.dataset.table.content_hash[:12] for task in self.search.tasks}
        lines = [
            "# @package _global_",
            f"# {self.search.command}",
            f"# Found: {choice}, {self.description}. Trials: {count_of(self.reports)}.",
            f"# Data: {', '.join(f'{name} {digest}' for name, digest in hashes.items())}",
            f"# Runs: {', '.join(run['run_id'] for run in self.runs)}",
            f"{SEARCH_LINE}{self.search.id}",
        ]
        return "\n".join(line.replace("\n", " ") for line in lines) + "\n"

    def _content(self) -> dict[str, Any]:
        """Return the groups and values in which the choice differs from the model's bundle."""
        parameters = [] if self.best is None else assignments(self.best.parameters)
        overrides = [*self.search.tasks[0].overrides, *parameters]
        chosen = compose(ROOT, overrides=[*self.search.typed, *overrides], return_hydra_config=True)
        model = _choices(chosen)["model"]
        bundle = _choices(compose(ROOT, overrides=[f"model={model}"], return_hydra_config=True))
        groups = {key: choice for key, choice in _choices(chosen).items() if key in GROUPS and choice != bundle[key]}
        plain = compose(ROOT, overrides=[f"model={model}", *(f"{key}={choice}" for key, choice in groups.items())])
        values = {key: _changed(_values(chosen)[key], _values(plain)[key]) for key in KEYS}
        defaults = [{"override /model": model}, *({f"override /{key}": choice} for key, choice in groups.items())]
        return {"defaults": defaults, **{key: value for key, value in values.items() if value not in ({}, None)}}


def _choices(config: DictConfig) -> dict[str, str]:
    """Return the option of each group."""
    return dict(config.hydra.runtime.choices)


def _values(config: DictConfig) -> dict[str, Any]:
    """Return the values of a configuration, references to others left as they are."""
    values = OmegaConf.to_container(OmegaConf.masked_copy(config, list(KEYS)), resolve=False)
    return {str(key): value for key, value in values.items()} if isinstance(values, dict) else {}


def _changed(value: Any, before: Any) -> Any:
    """Return what of a value is not as before, None where nothing is."""
    if isinstance(value, dict) and isinstance(before, dict):
        changed = {key: _changed(each, before.get(key)) for key, each in value.items() if each != before.get(key)}
        return changed or None
    return value if value != before else None


def refuse_taken_name(search: Search, outputs: Path) -> Path:
    """Return the file of what a search finds. Raises `ConfigError` where it holds what another search found."""
    file = outputs.resolve() / TUNED / f"{search.name}.yaml"
    earlier = _search_of(file)
    if earlier not in (None, search.id):
        raise ConfigError(f"{file} holds what search {earlier} found; choose another name=..., or remove it")
    return file


def _search_of(file: Path) -> str | None:
    """Return the search that wrote a file, or None where there is no such file."""
    if not file.exists():
        return None
    lines = file.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix(SEARCH_LINE) for line in lines if line.startswith(SEARCH_LINE)), "unknown")
