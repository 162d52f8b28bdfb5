"""Claim 4: does a representation help to predict mixtures of components that no training mixture contains?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from azeotrope.audits.claim import Claim, Evidence, Subject
from azeotrope.audits.folds import Fold
from azeotrope.audits.prediction_task import both_sides, outcomes_of
from azeotrope.audits.regressors import Regressor, require_regressors
from azeotrope.audits.transfer_question import PartitionQuestion
from azeotrope.audits.transfer_results import on_one, on_sampled
from azeotrope.audits.transfer_task import TransferTask, rated_and_sorted
from azeotrope.errors import ConfigError
from azeotrope.models.counts import require_counts

if TYPE_CHECKING:
    from azeotrope.splits.partition import Partition
    from azeotrope.splits.partition_rule import PartitionRule
    from azeotrope.splits.partition_sampling import PartitionSample


@dataclass(frozen=True, kw_only=True, eq=False)
class TransferClaim(Claim):
    """Hold out components, train on mixtures that contain none of them, test on mixtures of nothing else.

    Mixtures with components of both kinds are in neither part. The headline is MAE(combined) - MAE(baseline) over many
    partitions that obey the rule, with an interval over partitions and test units together. Beside it stand the
    interval over partitions alone, the one partition with the largest test set, and the exact answer to whether
    partitions exist and how large a test set can be, with its proof.

    Attributes
    ----------
    outcome
        Attribute to predict; None predicts each. Units that lack a rating on one of them are left out.
    rule
        What a partition must offer.
    n_partitions
        Partitions to sample.
    regressors
        What predicts, by name.
    n_resamples
        Resamples of test units: of the largest test set, and of all sampled partitions together.
    seed
        Seed of partitions and resamples.

    Raises
    ------
    ConfigError
        When a count is too small, or there is no regressor or something else among them.
    """

    uses: ClassVar[tuple[str, ...]] = ("representation", "baseline")

    outcome: str | None
    rule: "PartitionRule"
    n_partitions: int
    regressors: Mapping[str, Regressor]
    n_resamples: int
    seed: int

    def __post_init__(self) -> None:
        require_counts("claim", n_partitions=self.n_partitions, n_resamples=self.n_resamples)
        require_regressors(self.regressors)

    def check(self, subject: Subject) -> None:
        """See `Claim.check`."""
        from azeotrope.splits.partition_graph import ComponentGraph

        both_sides(subject)
        table = rated_and_sorted(subject.table, outcomes_of(subject.table, self.outcome))
        name = subject.table.info.dataset
        if table.units.is_pure.all():
            raise ConfigError(f"{name} has no rated mixtures, and transfer is about mixtures; choose dataset=ma")
        n_components = ComponentGraph.of(table.units).n_components
        if n_components < self.rule.n_held_out:
            raise ConfigError(
                f"claim.rule.n_held_out is {self.rule.n_held_out}, but {name} has only {n_components} components"
            )
        n_test, n_train = self.rule.min_test_units, self.rule.min_train_units
        if n_test + n_train > len(table):
            raise ConfigError(
                f"claim.rule asks for {n_test} test and {n_train} train units, together more than the {len(table)} "
                f"units of {name} that are rated; lower min_test_units or min_train_units"
            )

    def test(self, subject: Subject) -> Evidence:
        """See `Claim.test`; for the arrays see `on_sampled` and, for the largest test set, `on_one`.

        Its document ``partitions`` is that of `PartitionQuestion.document`.
        """
        from azeotrope.splits.partition import Partition
        from azeotrope.splits.partition_graph import ComponentGraph
        from azeotrope.splits.partition_sampling import sample_partitions

        task = TransferTask.of(subject, self.outcome, self.regressors, n_resamples=self.n_resamples, seed=self.seed)
        graph = ComponentGraph.of(task.table.units)
        question = PartitionQuestion.of(graph, self.rule)
        sample = sample_partitions(graph, self.rule, self.n_partitions, self.seed)
        folds = [_fold(each) for each in sample.partitions]
        results = [on_sampled(task, folds, show_progress=subject.show_progress)]
        witness = question.certificates[self.rule.every_held_out_in_test].witness
        if witness is not None:
            results.append(on_one(task, "largest test set", _fold(Partition.of(graph, witness))))
        return Evidence(
            (*(finding for part in results for finding in part.findings), *question.findings(sample, self.seed)),
            subject.table.identities,
            {name: array for part in results for name, array in part.arrays.items()},
            {"partitions": question.document(task.table.units.molecules, sample)},
            (*self._notes(subject, task, sample), *(note for part in results for note in part.notes)),
        )

    def _notes(self, subject: Subject, task: TransferTask, sample: "PartitionSample") -> list[str]:
        """Return what a reader must know about units and partitions."""
        notes = []
        n_unrated = len(subject.table) - len(task.table)
        if n_unrated:
            notes.append(f"{n_unrated} of {len(subject.table)} units have no rating on an outcome and are left out")
        n_sampled = len(sample.partitions)
        if n_sampled < self.n_partitions:
            notes.append(f"only {n_sampled} partitions obey the rule, where {self.n_partitions} were asked for")
        if n_sampled:
            notes.append(
                "partitions share units: their spread shows how much depends on the choice of the partition, and is no "
                "confidence interval for mixtures of other components"
            )
        return notes


def _fold(partition: "Partition") -> Fold:
    return Fold(partition.train_units, partition.test_units)
