"""The partition question: does a partition obey the rule, and how many test units can one have at most?"""

from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any

from scipy.stats import beta

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome

if TYPE_CHECKING:
    from azeotrope.chemistry.molecules import Molecules
    from azeotrope.splits.partition_certificate import Certificate
    from azeotrope.splits.partition_graph import ComponentGraph
    from azeotrope.splits.partition_rule import PartitionRule
    from azeotrope.splits.partition_sampling import PartitionSample

# Whether every held-out component must occur in a test unit, and what findings call the two readings.
READINGS = {True: "every component tested", False: "untested components allowed"}


@dataclass(frozen=True, eq=False)
class PartitionQuestion:
    """The exact answer for both readings of a held-out component.

    Attributes
    ----------
    graph
        Components and the sets they occur in.
    certificates
        For each of `READINGS`, the largest number of test units with its proof.
    """

    graph: "ComponentGraph"
    certificates: "dict[bool, Certificate]"

    @classmethod
    def of(cls, graph: "ComponentGraph", rule: "PartitionRule") -> "PartitionQuestion":
        """Answer the question for a rule, whichever reading it has itself.

        Raises
        ------
        SplitError
            When there are fewer components than must be held out, or the question stays open.
        """
        from azeotrope.splits.partitions import largest_test_set

        readings = {reading: replace(rule, every_held_out_in_test=reading) for reading in READINGS}
        return cls(graph, {reading: largest_test_set(graph, each) for reading, each in readings.items()})

    def findings(self, sample: "PartitionSample", seed: int) -> list[Finding]:
        """Return for each reading whether a partition exists and its largest number of test units; then the sample."""
        findings = []
        for reading, certificate in self.certificates.items():
            exists = certificate.optimum is not None
            answers = {
                "partition_exists": Outcome.of(exists),
                "n_test_units_max": Outcome.undefined("no partition obeys the rule, as the certificate proves")
                if certificate.optimum is None
                else Outcome.of(certificate.optimum),
            }
            findings += [
                Finding.exact(
                    quantity, value, n_units=self.graph.n_units, counted="mixture units", subject=READINGS[reading]
                )
                for quantity, value in answers.items()
            ]
        sampled = Finding.exact(
            "n_partitions_sampled",
            Outcome.of(len(sample.partitions)),
            n_units=self.graph.n_units,
            counted="mixture units",
        )
        return [*findings, sampled, self._existing(sample, seed)]

    def _existing(self, sample: "PartitionSample", seed: int) -> Finding:
        """Return how many partitions obey the rule: counted, or estimated from the uniform draws that found enough."""
        quantity, n_units = "n_partitions_existing", self.graph.n_units
        if sample.n_existing is not None:
            return Finding.exact(quantity, Outcome.of(sample.n_existing), n_units=n_units, counted="mixture units")
        n_found = len(sample.partitions)
        n_sets = comb(self.graph.n_components, len(sample.partitions[0].held_out))
        # Drawing ends with the last one found, so the limits of the share are those of a negative binomial.
        low = beta.ppf(0.025, n_found, sample.n_drawn - n_found + 1)
        high = beta.ppf(0.975, n_found, sample.n_drawn - n_found) if n_found < sample.n_drawn else 1.0
        return Finding(
            quantity=quantity,
            estimate=Outcome.of(n_sets * n_found / sample.n_drawn),
            low=Outcome.of(n_sets * low),
            high=Outcome.of(n_sets * high),
            n_units=sample.n_drawn,
            resampled="sets of components drawn uniformly",
            interval="95% exact, drawn until enough were found",
            n_resamples=sample.n_drawn,
            seed=seed,
        )

    def document(self, molecules: "Molecules", sample: "PartitionSample") -> dict[str, Any]:
        """Return all that somebody else needs to check the answer and to repeat the partitions, as plain JSON values.

        Components are named by InChI once, and by their position in that list everywhere else.
        """
        graph = self.graph
        sets = [
            graph.member[start:stop].tolist() for start, stop in zip(graph.offsets, graph.offsets[1:], strict=False)
        ]
        return {
            "components": [molecules.inchi[molecule] for molecule in graph.molecule],
            "component_sets": sets,
            "units_of_set": graph.weight.tolist(),
            "certificates": {READINGS[reading]: each.to_dict() for reading, each in self.certificates.items()},
            "sampled": {
                "n_existing": sample.n_existing,
                "n_drawn": sample.n_drawn,
                "held_out": [partition.held_out.tolist() for partition in sample.partitions],
                "n_test_units": [len(partition.test_units) for partition in sample.partitions],
                "n_train_units": [len(partition.train_units) for partition in sample.partitions],
            },
        }
