"""Compiled drawing of component sets, of which those that obey a rule are kept."""

import numpy as np

from azeotrope.compiled import compiled
from azeotrope.splits.partition_arrays import Demand, Incidence
from azeotrope.typing import IntArray


@compiled
def draw(
    rng: np.random.Generator, incidence: Incidence, demand: Demand, max_draws: int, found: IntArray
) -> tuple[int, int]:
    """Draw sets of components, all equally probable, until `found`, shape `(n, n_held_out)`, is full of obeying ones.

    Returns
    -------
    Number of rows filled, and number of sets drawn, at most `max_draws`.
    """
    n_components = len(incidence.of_component) - 1
    n_inside = np.zeros(len(incidence.weight), dtype=np.int64)
    deck = np.arange(n_components)
    n_found, n_drawn = 0, 0
    while n_found < len(found) and n_drawn < max_draws:
        for i in range(demand.n_held_out):
            j = rng.integers(i, n_components)
            deck[i], deck[j] = deck[j], deck[i]
        n_drawn += 1
        if _obeys(incidence, demand, deck[: demand.n_held_out], n_inside):
            found[n_found] = deck[: demand.n_held_out]
            n_found += 1
    return n_found, n_drawn


@compiled
def _obeys(incidence: Incidence, demand: Demand, held_out: IntArray, n_inside: IntArray) -> bool:
    """Whether holding out these components obeys the demand; `n_inside`, zeros of shape `(s,)`, is left as it was."""
    test, touched = 0, 0
    for v in held_out:
        for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
            e = incidence.set_index[place]
            n_inside[e] += 1
            touched += incidence.weight[e] * (n_inside[e] == 1)
            test += incidence.weight[e] * (n_inside[e] == incidence.of_set[e + 1] - incidence.of_set[e])
    enough = test >= demand.min_test and touched <= demand.max_touched
    if enough and demand.every_held_out_in_test:
        for v in held_out:
            enough = enough and _is_tested(incidence, v, n_inside)
    for v in held_out:
        for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
            n_inside[incidence.set_index[place]] = 0
    return enough


@compiled
def _is_tested(incidence: Incidence, v: int, n_inside: IntArray) -> bool:
    """Whether a set of the component is held out as a whole."""
    for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
        e = incidence.set_index[place]
        if n_inside[e] == incidence.of_set[e + 1] - incidence.of_set[e]:
            return True
    return False
