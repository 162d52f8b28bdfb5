"""Several models as one: equal but for their seed, averaged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.stopping import FitPaused
from azeotrope.typing import FloatArray, IntArray


@dataclass(eq=False, kw_only=True)
class Ensemble(Model):
    """The mean prediction of models that are trained one after another on the same rows.

    The mean has the same expectation as a member, and less of the variance that comes from random weights and batches.
    What is chosen on the validation rows (when to stop, how far to shrink the excess), each member chooses for itself;
    for the mean, which is less noisy, that shrinks a little too much.

    Attributes
    ----------
    members
        Untrained models of one kind with different seeds.
    """

    members: Sequence[Model]

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`."""
        for member in self.members:
            member.check(dataset)

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; each member keeps a progress file of its own, so that an interrupted fit repeats none.

        A pause waits until every member has paused. It tells their smallest share and the mean of their errors, which
        is no smaller than the error of the mean.
        """
        file = context.resume_file
        pauses: list[FitPaused] = []
        for number, member in enumerate(self.members):
            own = None if file is None else file.with_name(f"{file.name}.{number}")
            try:
                member.fit(dataset, train, validation, replace(context, resume_file=own))
            except FitPaused as paused:
                pauses.append(paused)
        if pauses:
            error = float(np.mean([paused.validation_rmse for paused in pauses]))
            raise FitPaused(min(paused.share for paused in pauses), error)

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; NaN where any member has no answer."""
        return np.asarray(np.mean([member.predict(mixtures) for member in self.members], axis=0))

    def embed(self, mixtures: Mixtures) -> FloatArray | None:
        """See `Model.embed`: the members' embeddings side by side."""
        parts = [part for member in self.members if (part := member.embed(mixtures)) is not None]
        return np.concatenate(parts, axis=1) if parts else None

    def add_pure_values(self, dataset: Dataset) -> None:
        """See `Model.add_pure_values`."""
        for member in self.members:
            member.add_pure_values(dataset)

    def report(self) -> dict[str, float]:
        """See `Model.report`: the mean of each number over the members."""
        reports = [member.report() for member in self.members]
        return {name: float(np.mean([report[name] for report in reports])) for name in reports[0]}

    def state(self) -> State:
        """See `Model.state`."""
        return {"members": [member.state() for member in self.members]}

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        for member, stored in zip(self.members, state["members"], strict=True):
            member.load_state(stored)
