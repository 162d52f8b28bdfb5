# ruff: noqa: INP001 - a script, not a part of the package
"""Thousands of simple molecules put together by rules, the same on every machine."""

from itertools import combinations_with_replacement, product

MAXIMUM_CHAIN = 12
# A chain as it is written before the group that it carries, and behind it: straight, or forked at the far end.
STRAIGHT = [("C" * n, "C" * n) for n in range(1, MAXIMUM_CHAIN + 1)]
FORKED = [("CC(C)" + "C" * n, "C" * n + "C(C)C") for n in range(MAXIMUM_CHAIN)]
HEADS = ("O", "N", "Cl", "Br", "C#N", "C=O", "S")
SYMMETRIC = ("O", "N", "S", "C(=O)", "c1ccc({})cc1", "c1cccc({})c1")
DIRECTED = ("C(=O)O", "C(=O)N")


def molecules(n: int) -> list[str]:
    """Return `n` SMILES of different molecules, the shortest first: alcohols, ethers, esters, substituted benzenes...

    Raises
    ------
    ValueError
        When the rules do not make so many.
    """
    chains = STRAIGHT + FORKED
    made = [left + head for (left, _), head in product(chains, HEADS)]
    for (left, _), (_, right) in combinations_with_replacement(chains, 2):
        made += [_joined(left, group, right) for group in SYMMETRIC]
    made += [_joined(left, group, right) for (left, _), (_, right), group in product(chains, chains, DIRECTED)]
    if n > len(made):
        raise ValueError(f"the rules make {len(made)} molecules, not {n}")
    return sorted(made, key=lambda smiles: (len(smiles), smiles))[:n]


def _joined(left: str, group: str, right: str) -> str:
    """Two chains at a group, which says where the second one goes if that is not its end."""
    return left + (group.format(right) if "{}" in group else group + right)
