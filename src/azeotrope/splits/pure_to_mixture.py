"""Pure-to-mixture split: train on pure compounds alone, test on the mixtures of the molecule split."""

from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.holdout import eighth
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.order import hash_order
from azeotrope.splits.parts import make_split
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily


@dataclass(frozen=True, kw_only=True)
class PureToMixtureSplit(SplitFamily):
    """Test is that of the `molecule` split of the same seed; train and validation are pure rows of all molecules.

    Validation is one eighth of the pure compounds, each with all its rows (all temperatures and solutes), so this
    is the family whose validation rows are pure. The test molecules are in train as pure compounds, their mixtures
    are not: hence it promises unseen component sets, not unseen molecules.

    Attributes
    ----------
    seed
        Seed of the molecule groups and of the pure compounds that validate.
    """

    seed: int = 0

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused where `molecule` is, and with fewer than two pure compounds."""
        test = MoleculeSplit(seed=self.seed).split(table, fold).test
        mixtures = table.mixtures
        pure = np.flatnonzero(~is_mixture(table))
        molecule = mixtures.molecules.group[mixtures.component[mixtures.offsets[pure]]]
        compounds = np.unique(molecule)
        if len(compounds) < 2:
            raise SplitError(f"pure_to_mixture trains on pure compounds, but the table has {len(compounds)} of them")
        names = [mixtures.molecules.inchi[i] for i in compounds]
        order = hash_order(names, self.seed, f"pure_to_mixture validation {fold}")
        validates = np.isin(molecule, compounds[order[: eighth(len(compounds))]])
        note = f"{len(table) - len(pure) - len(test)} mixture rows are not used: train is pure compounds"
        return make_split(pure[~validates], pure[validates], test, promise="component_set", notes=(note,))
