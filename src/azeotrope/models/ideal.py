"""The ideal baseline: measured pure values, combined by the property's mixing rule."""

from dataclasses import dataclass, replace

import numpy as np

from azeotrope.chemistry.identity import without_stereo
from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import pure_values
from azeotrope.errors import ConfigError, RunError
from azeotrope.models.context import check_context
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.typing import FloatArray, IntArray

# Temperatures count as equal within this many kelvin where the property has no bin of its own.
EQUAL_TEMPERATURES_K = 1e-6


class IdealModel(Model):
    """z_id = g^-1(sum_i x_i g(z_i)) from the measured pure values z_i in the same temperature bin and solute.

    It reads every pure row of the data set, whichever part of the split it is in: it says what perfect knowledge of
    the molecules is worth, and learns nothing about mixing. A row is NaN when one of its references was not measured.
    """

    def __init__(self) -> None:
        self._references: _References | None = None

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`: there must be pure rows."""
        if not dataset.table.mixtures.is_pure.any():
            raise ConfigError(f"{dataset.info.dataset} has no pure rows, so there is no ideal baseline")

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; train and validation are not used."""
        self.check(dataset)
        mixtures = dataset.table.mixtures
        bin_k = dataset.info.reference_temperature_bin_k
        pure = mixtures.take(mixtures.is_pure)
        values = pure_values(dataset.table, bin_k)[mixtures.is_pure[mixtures.row_of_entry]]
        keys = _keys(pure, mixtures.molecules.stereo, bin_k)
        self._references = _References(
            dict(zip(keys, values.tolist(), strict=True)),
            dataset.info.mixing_rule,
            mixtures.molecules.stereo,
            bin_k,
            has_solute=mixtures.solute is not None,
            has_temperature=mixtures.temperature_k is not None,
        )

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; components of fraction 0 need no reference."""
        references = self._fitted()
        check_context(mixtures, has_solute=references.has_solute, uses_temperature=references.has_temperature)
        present = _without_absent(mixtures if references.has_temperature else replace(mixtures, temperature_k=None))
        keys = _keys(present, references.stereo, references.bin_k)
        return references.rule.ideal(present, np.array([references.values.get(key, np.nan) for key in keys]))

    def embed(self, mixtures: Mixtures) -> None:
        """See `Model.embed`: there is no representation."""

    def state(self) -> State:
        """See `Model.state`."""
        references = self._fitted()
        return {
            "references": [[*key, value] for key, value in references.values.items()],
            "mixing_rule": references.rule.name,
            "stereo": references.stereo,
            "bin_k": references.bin_k,
            "has_solute": references.has_solute,
            "has_temperature": references.has_temperature,
        }

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        self._references = _References(
            {(inchi, temperature, solute): value for inchi, temperature, solute, value in state["references"]},
            _rule_named(state["mixing_rule"]),
            state["stereo"],
            state["bin_k"],
            has_solute=state["has_solute"],
            has_temperature=state["has_temperature"],
        )

    def _fitted(self) -> "_References":
        if self._references is None:
            raise RunError("the model has not been trained or loaded")
        return self._references


# Identity of the molecule, number of the temperature bin, identity of the solute; None without temperature or solute.
_Key = tuple[str, int | None, str | None]


@dataclass(frozen=True)
class _References:
    """Pure values by key, and how they are looked up and combined."""

    values: dict[_Key, float]
    rule: MixingRule
    stereo: str
    bin_k: float | None
    has_solute: bool
    has_temperature: bool


def _keys(mixtures: Mixtures, stereo: str, bin_k: float | None) -> list[_Key]:
    """Key of each entry."""
    identity = _identities(mixtures.molecules, stereo)
    row = mixtures.row_of_entry
    bins: list[int | None] = [None] * len(row)
    solutes: list[str | None] = [None] * len(row)
    if mixtures.temperature_k is not None:
        width = EQUAL_TEMPERATURES_K if bin_k is None else bin_k
        number = np.round(mixtures.temperature_k / width)
        bins = np.where(np.isfinite(number), number, -1).astype(np.int64)[row].tolist()
    if mixtures.solute is not None:
        solutes = [identity[index] for index in mixtures.solute[row]]
    return list(zip((identity[index] for index in mixtures.component), bins, solutes, strict=True))


def _without_absent(mixtures: Mixtures) -> Mixtures:
    """Leave out the components of fraction 0."""
    present = mixtures.mole_fraction > 0
    counts = np.bincount(mixtures.row_of_entry[present], minlength=len(mixtures))
    return replace(
        mixtures,
        offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        component=mixtures.component[present],
        mole_fraction=mixtures.mole_fraction[present],
    )


def _identities(molecules: Molecules, stereo: str) -> list[str]:
    """What each molecule is recognised by under the stereo policy of the training data."""
    return [without_stereo(inchi) if stereo == "drop" else inchi for inchi in molecules.inchi]


def _rule_named(name: str) -> MixingRule:
    for rule in MixingRule.__subclasses__():
        if rule.name == name:
            return rule()
    raise RunError(f"the checkpoint was made with the mixing rule {name!r}, which this version does not have")
