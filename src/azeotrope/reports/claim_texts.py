"""What each claim asks, which evidence counts for it, and what that evidence does not show."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ClaimText:
    """Words about a claim.

    Attributes
    ----------
    title, question
        Its name and the question it answers.
    counts, does_not_show
        What counts as evidence, and what nobody may conclude from it.
    shows
        What its figure shows.
    headline
        Quantities of the findings that answer the question, the first of which representations are compared by.
    command
        What to type for such an audit.
    """

    title: str
    question: str
    counts: str
    does_not_show: str
    shows: str
    headline: tuple[str, ...]
    command: str


EVERY_NUMBER = "Each number with its interval."
CLAIMS: Mapping[str, ClaimText] = {
    "geometry": ClaimText(
        "Geometry",
        "Is the representation shaped like the ratings?",
        "Rank correlation of all pairwise distances, with an interval over molecules, beside chance and beside how far "
        "the ratings agree with themselves.",
        "It is about the order of all distances together: not which attribute drives it, and not whether any single "
        "attribute can be predicted.",
        "RSA of the representation and the ratings with its intervals, beside how far the ratings agree with "
        "themselves, RSA under permuted labels, and the distances that it correlates.",
        ("rsa_distinct", "rsa", "rsa_p_one_sided", "split_half_rsa"),
        "python audit.py claim=geometry dataset=keller representation=morgan",
    ),
    "increment": ClaimText(
        "Increment",
        "Does the representation add to what a strong baseline already predicts?",
        "The change of the error on held-out molecules when it stands beside the baseline, with a paired interval.",
        "A gain says nothing about global shape, and it holds for this baseline, these regressors and molecules like "
        "these only.",
        "Change of the MAE when the representation stands beside the baseline, and MAE of each model, with intervals.",
        ("delta_mae", "delta_mae_without_most_influential", "delta_mae_combined_to_constant"),
        "python audit.py claim=increment dataset=keller representation=minimol baseline=rdkit_2d+morgan",
    ),
    "replication": ClaimText(
        "Replication",
        "Do two data sets see the molecules that they share alike?",
        "Rank correlation of the distances in both data sets over the shared molecules, with an interval over them.",
        "Agreement of ratings is about the ratings: it validates no representation, and only the shared molecules and "
        "attributes are compared.",
        "Rank correlations of the two data sets with intervals, beside how far each agrees with itself, RSA under "
        "permuted labels, and the distances that it correlates.",
        ("rsa_distinct", "rsa", "rsa_p_one_sided", "split_half_rsa"),
        "python audit.py claim=replication dataset=keller second=keller_2012",
    ),
    "transfer": ClaimText(
        "Transfer",
        "Does the representation help on mixtures whose components were never seen?",
        "The change of the error over many partitions whose test mixtures hold unseen components only.",
        "Partitions of one table share most units, so their spread is no confidence interval for mixtures of other "
        "components.",
        "Change of the MAE over the partitions with its median and intervals, and MAE of each model.",
        (
            "median_delta_mae",
            "median_delta_mae_partitions_only",
            "share_of_partitions_helped",
            "delta_mae",
        ),
        "python audit.py claim=transfer dataset=ma representation=minimol baseline=rdkit_2d",
    ),
}


def claim_text(name: str, first_quantity: str) -> ClaimText:
    """Return the words about a claim; about one that is not ours, no more than what it is called.

    Parameters
    ----------
    name
        The claim without its options.
    first_quantity
        Quantity of its first finding, which is its headline.
    """
    unknown = ClaimText(name, f"What does the claim {name} find?", "", "", EVERY_NUMBER, (first_quantity,), "")
    return CLAIMS.get(name, unknown)
