"""A random forest on the features of a mixture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.models.counts import require_counts
from azeotrope.models.feature_model import FeatureModel, FeatureRows
from azeotrope.models.protocol import FitContext, State
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from azeotrope.models.forest import Forest

# Trees between two steps of the progress bar; the forest does not depend on it.
TREES_PER_STEP = 20


@dataclass(eq=False, kw_only=True)
class RandomForestModel(FeatureModel["Forest"]):
    """Breiman's forest, as scikit-learn grows it: each tree sees a bootstrap sample of the rows.

    Nothing is chosen on the validation rows, and they are not trained on.

    Attributes
    ----------
    n_estimators
        Number of trees.
    min_samples_leaf
        Smallest number of different rows in a leaf; 1 grows trees until they fit their sample.
    max_features
        Share of the columns, in (0, 1], among which a node looks for its split.
    seed
        Seed of the samples of rows and columns.
    threads
        Threads; None uses all cores. They do not change the result.

    References
    ----------
    .. [1] Breiman. Machine Learning 45 (2001) 5, doi 10.1023/A:1010933404324.
    """

    n_estimators: int
    min_samples_leaf: int
    max_features: float
    seed: int
    threads: int | None

    def __post_init__(self) -> None:
        """Refuse parts that need a network, and settings that grow no forest."""
        super().__post_init__()
        require_counts("predictor", n_estimators=self.n_estimators, min_samples_leaf=self.min_samples_leaf)
        if not 0 < self.max_features <= 1:
            raise ConfigError(f"predictor.max_features is a share of the columns in (0, 1], not {self.max_features}")

    def fit_rows(self, train: FeatureRows, validation: FeatureRows, context: FitContext) -> "Forest":
        """See `FeatureModel.fit_rows`; it does not pause."""
        from sklearn.ensemble import RandomForestRegressor
        from tqdm import tqdm

        from azeotrope.models.forest import Forest

        grown = RandomForestRegressor(
            min_samples_leaf=self.min_samples_leaf,
            max_features=float(self.max_features),
            random_state=self.seed,
            n_jobs=self.threads or -1,
            warm_start=True,
        )
        features = train.features.astype(np.float32)
        with tqdm(total=self.n_estimators, desc="forest", unit="tree", disable=not context.show_progress) as bar:
            for n_before in range(0, self.n_estimators, TREES_PER_STEP):
                n_trees = min(n_before + TREES_PER_STEP, self.n_estimators)
                grown.set_params(n_estimators=n_trees).fit(features, train.target)
                bar.update(n_trees - n_before)
        return Forest.of(grown)

    def predict_rows(self, fitted: "Forest", features: FloatArray) -> FloatArray:
        """See `FeatureModel.predict_rows`."""
        return fitted.predict(features)

    def pack(self, fitted: "Forest") -> State:
        """See `FeatureModel.pack`."""
        import torch

        return {name: torch.from_numpy(value) for name, value in vars(fitted).items()}

    def unpack(self, state: State) -> "Forest":
        """See `FeatureModel.unpack`."""
        from azeotrope.models.forest import Forest

        return Forest(**{name: state[name].numpy() for name in ("roots", "feature", "number", "children")})
