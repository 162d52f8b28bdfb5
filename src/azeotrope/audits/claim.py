"""The contract of a claim: what it is given, and the evidence that it returns."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd

from azeotrope.audits.finding import Finding
from azeotrope.audits.representation import Representation
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class Subject:
    """What is audited.

    Attributes
    ----------
    table
        The ratings.
    representation, baseline
        The audited representation, and the one that it is added to; None where the claim has none.
    second
        The table that must replicate the first; None where the claim has none.
    cache_folder
        Where features are kept; None keeps nothing.
    show_progress
        Whether to draw progress bars.
    """

    table: RatingsTable
    representation: Representation | None = None
    baseline: Representation | None = None
    second: RatingsTable | None = None
    cache_folder: Path | None = None
    show_progress: bool = False


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a claim returns.

    Attributes
    ----------
    findings
        The numbers, the headline first.
    identities
        The registry of the molecules used: columns of `RatingsTable.identities`, and more where a claim matches them.
    arrays
        What the figure is drawn from, by name, such as null distribution and replicates.
    documents
        Plain JSON values by name, such as a certificate that others can check.
    notes
        Sentences that belong under the numbers.
    """

    findings: tuple[Finding, ...]
    identities: pd.DataFrame
    arrays: Mapping[str, FloatArray] = field(default_factory=dict)
    documents: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Claim(ABC):
    """A claim about a representation or a data set, and the kind of evidence that it takes.

    Attributes
    ----------
    uses
        Which of ``representation``, ``baseline`` and ``second`` it looks at; the others need not be there.
    """

    uses: ClassVar[tuple[str, ...]] = ("representation",)

    @abstractmethod
    def check(self, subject: Subject) -> None:
        """Refuse, before any work, a subject that the claim cannot be tested on.

        Raises
        ------
        ConfigError
            When a representation, a baseline or a second table is missing, or the table is of the wrong kind.
        """

    @abstractmethod
    def test(self, subject: Subject) -> Evidence:
        """Return the evidence; the same subject and seed give the same numbers."""
