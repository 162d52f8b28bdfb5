"""A space as optuna sees it: a parameter, and a sampler whose draws depend on the number of the trial alone."""

from typing import Any

from optuna import Study
from optuna.distributions import BaseDistribution
from optuna.samplers import BaseSampler
from optuna.trial import FrozenTrial, Trial

from azeotrope.apps.search.space import Choices, Range, Space, draw


class SeededSampler(BaseSampler):
    """Draws by the number of the trial, so that it matters not which process draws, nor how many there are.

    Parameters
    ----------
    space, seed
        See `azeotrope.apps.search.space.draw`.
    """

    def __init__(self, space: Space, seed: int) -> None:
        self._space = space
        self._seed = seed

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """Return nothing: each parameter is drawn by itself."""
        return {}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """Return the value of one parameter."""
        return draw({param_name: self._space[param_name]}, self._seed, trial.number)[param_name]


def suggest(trial: Trial, key: str, parameter: Choices | Range) -> None:
    """Draw a parameter of a trial, unless it has it already."""
    if isinstance(parameter, Choices):
        trial.suggest_categorical(key, parameter.options)
    else:
        trial.suggest_float(key, parameter.low, parameter.high, log=parameter.log)
