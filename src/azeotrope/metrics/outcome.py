"""A metric's value, or the reason why it has none."""

import math
from dataclasses import dataclass

import numpy as np

from azeotrope.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finite number, or the reason why the number is undefined; never both, never NaN or infinite.

    Attributes
    ----------
    value
        The number, or None where it is undefined.
    reason
        A sentence for the reader; None exactly where `value` is a number.
    """

    value: float | None
    reason: str | None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.reason is None):
            raise ValueError(f"an outcome has a value or a reason, not value={self.value!r} and reason={self.reason!r}")
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"{self.value} is not finite; use Outcome.of, which turns it into a reason")

    @classmethod
    def of(cls, value: float) -> "Outcome":
        """Return the value as an outcome; a NaN or an overflow becomes a reason."""
        number = float(value)
        return (
            cls(number, None) if math.isfinite(number) else cls(None, f"the result is not a finite number ({number})")
        )

    @classmethod
    def undefined(cls, reason: str) -> "Outcome":
        """Return an outcome without a value."""
        return cls(None, reason)


def why_undefined(**columns: FloatArray) -> str | None:
    """Return why no metric of these paired columns exists, or None where one does.

    Parameters
    ----------
    columns
        Arrays of equal shape `(n,)`, named as the reason shall name them.

    Returns
    -------
    A sentence that says that there are no rows, or how many values of which column are not finite.

    Raises
    ------
    ValueError
        When the shapes differ or are not one-dimensional.
    """
    shapes = {name: np.shape(column) for name, column in columns.items()}
    if len(set(shapes.values())) != 1 or any(len(shape) != 1 for shape in shapes.values()):
        raise ValueError(f"paired columns must be one-dimensional and equally long, not {shapes}")
    (n_rows,) = next(iter(shapes.values()))
    if n_rows == 0:
        return "there are no rows"
    missing = {name: n_rows - int(np.isfinite(column).sum()) for name, column in columns.items()}
    faults = [f"{count} of {n_rows} {name} values are not finite" for name, count in missing.items() if count]
    return "; ".join(faults) or None
