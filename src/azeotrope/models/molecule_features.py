"""Fixed features of molecules, complete and kept in memory."""

from pathlib import Path

from azeotrope.chemistry.molecules import Molecules
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.models.imputation import Imputation
from azeotrope.models.protocol import FitContext, State
from azeotrope.typing import FloatArray, IntArray


class MoleculeFeatures:
    """Features of any molecules, imputed by the rule that was learned from the training molecules."""

    def __init__(self, featurizer: FixedFeaturizer) -> None:
        self.featurizer = featurizer
        self._imputation: Imputation
        self._cache_folder: Path | None = None
        self._latest: tuple[tuple[str, ...], FloatArray] | None = None

    def fit(self, molecules: Molecules, train: IntArray, context: FitContext) -> None:
        """Learn the rule from the molecules with the indices `train`."""
        self._cache_folder = context.cache_folder
        features = featurize(self.featurizer, molecules, context.cache_folder, show_progress=context.show_progress)
        self._imputation = Imputation.fit(self.featurizer, features, train)
        self._latest = (molecules.smiles, self._imputation.apply(features))

    def of(self, molecules: Molecules) -> FloatArray:
        """Return finite features, shape `(m, d)`; those of the latest molecules are kept."""
        if self._latest is None or self._latest[0] != molecules.smiles:
            features = featurize(self.featurizer, molecules, self._cache_folder)
            self._latest = (molecules.smiles, self._imputation.apply(features))
        return self._latest[1]

    def state(self) -> State:
        """Return what `fit` learned."""
        return self._imputation.state()

    def load_state(self, state: State) -> None:
        """Restore what `state` returned; another set of features is a `RunError`."""
        self._imputation = Imputation.from_state(state, self.featurizer)
        self._latest = None
