"""Panels of a prediction claim: how an error changes, and the errors of the four models beside each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_style import BLACK, BLUE, GREY, ORANGE, SUBTITLE, shortened
from azeotrope.reports.figure_whiskers import Whisker, draw_whisker, draw_zero, name_rows

LOOKS: Mapping[str, dict[str, str]] = {
    "constant": {"colour": GREY, "marker": "s"},
    "baseline": {"colour": BLACK, "marker": "v"},
    "representation": {"colour": ORANGE, "marker": "^"},
    "combined": {"colour": BLUE, "marker": "o"},
}
# Heights of the models around the middle of their row.
OFFSETS = (-0.3, -0.1, 0.1, 0.3)
LONGEST_REASON = 34
BETTER_OR_WORSE = ("← better", "worse →")


@dataclass(frozen=True)
class Prediction:
    """One outcome predicted by one regressor.

    Attributes
    ----------
    subject, unit
        What was predicted by what, and the unit of the error.
    errors
        MAE of each model, by name.
    """

    subject: str
    unit: str
    errors: Mapping[str, Finding]

    @classmethod
    def of(cls, view: AuditView, headline: Finding, prefix: str) -> "Prediction":
        """Return the prediction that a headline is about; its errors are the findings ``{prefix}{model}``."""
        errors = {model: view.find(f"{prefix}{model}", headline.subject) for model in LOOKS}
        return cls(headline.subject, headline.unit, errors)


def by_unit(predictions: Iterable[Prediction]) -> dict[str, list[Prediction]]:
    """Return the predictions of each unit, since only equal units share an axis."""
    groups: dict[str, list[Prediction]] = {}
    for each in predictions:
        groups.setdefault(each.unit, []).append(each)
    return groups


def draw_errors(axes: Axes, predictions: Sequence[Prediction]) -> None:
    """Draw the MAE of every model, one row for each prediction; a neighbour names the rows."""
    name_rows(axes, [""] * len(predictions))
    for row, prediction in enumerate(predictions):
        for offset, (model, look) in zip(OFFSETS, LOOKS.items(), strict=True):
            whisker = Whisker.of("", prediction.errors[model], **look)
            draw_whisker(axes, whisker, row + offset, longest_reason=LONGEST_REASON)
    axes.set_xlabel(f"MAE{in_unit(predictions[0].unit)}")


def finish_change(
    axes: Axes, labels: Sequence[str], unit: str, quantity: str, sides: tuple[str, str] = BETTER_OR_WORSE
) -> None:
    """Name the rows of a panel of changes, show zero and say what lies at its left and at its right."""
    name_rows(axes, labels)
    draw_zero(axes)
    low, high = axes.get_xlim()
    reach = max(abs(low), abs(high))
    axes.set_xlim(min(low, -0.15 * reach), max(high, 0.15 * reach))
    axes.set_xlabel(f"{quantity}{in_unit(unit)}")
    places: tuple[tuple[float, Any], ...] = ((0.0, "left"), (1.0, "right"))
    for text, (position, alignment) in zip(sides, places, strict=True):
        axes.annotate(
            text,
            xy=(position, 1.0),
            xycoords="axes fraction",
            xytext=(0, 3),
            textcoords="offset points",
            ha=alignment,
            fontsize=8.5,
            color=SUBTITLE,
        )


def handles_of_models(view: AuditView) -> list[Artist]:
    """Return what a legend shows for the four models."""
    names = {
        "baseline": f"baseline ({shortened(view.labels['baseline'])})",
        "representation": f"representation ({shortened(view.labels['representation'])})",
    }
    return [
        Line2D([], [], color=look["colour"], marker=look["marker"], ms=5.5, lw=1.5, label=names.get(model, model))
        for model, look in LOOKS.items()
    ]


def in_unit(unit: str) -> str:
    """Return the unit in brackets, or that there is none."""
    return f" ({shortened(unit or 'no unit')})"
