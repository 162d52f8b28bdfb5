"""A number that an audit prints: never without its interval, its units and its seed."""

from dataclasses import dataclass

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One estimate with its interval.

    Attributes
    ----------
    quantity
        What it is, in letters, digits and ``_``, such as ``rsa`` or ``delta_mae``.
    subject
        What it is about, such as ``intensity ridge``; empty where the quantity says all.
    estimate, low, high
        The number and the ends of its interval; an undefined one carries its reason.
    unit
        Unit of the number; empty where it has none.
    n_units, resampled
        How many units were resampled or counted, and what they are: ``molecules``, ``participants``,
        ``mixture units``, ``partitions``.
    interval
        How the interval was made, such as ``95% bootstrap``; empty where there is none.
    n_resamples, seed
        Resamples of the interval (0 where there is none) and their seed (None where nothing is random).
    """

    quantity: str
    estimate: Outcome
    low: Outcome
    high: Outcome
    n_units: int
    resampled: str
    subject: str = ""
    unit: str = ""
    interval: str = ""
    n_resamples: int = 0
    seed: int | None = None

    @property
    def name(self) -> str:
        """Name of the metric: subject and quantity, such as ``intensity_ridge_delta_mae``."""
        return "_".join([*self.subject.replace("+", "_").split(), self.quantity])

    @classmethod
    def of(
        cls,
        quantity: str,
        interval: Interval,
        *,
        resampled: str,
        n_resamples: int,
        seed: int,
        subject: str = "",
        unit: str = "",
        kind: str = "95% bootstrap",
    ) -> "Finding":
        """Return a finding from a bootstrap interval."""
        return cls(
            quantity=quantity,
            estimate=interval.estimate,
            low=interval.low,
            high=interval.high,
            n_units=interval.n_units,
            resampled=resampled,
            subject=subject,
            unit=unit,
            interval=kind,
            n_resamples=n_resamples,
            seed=seed,
        )

    @classmethod
    def exact(
        cls, quantity: str, value: Outcome, *, n_units: int, counted: str, subject: str = "", unit: str = ""
    ) -> "Finding":
        """Return a number that nothing was resampled for, such as a count."""
        nothing = Outcome.undefined("it is computed, not estimated")
        return cls(
            quantity=quantity,
            estimate=value,
            low=nothing,
            high=nothing,
            n_units=n_units,
            resampled=counted,
            subject=subject,
            unit=unit,
        )
