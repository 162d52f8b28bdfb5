"""The figure that asks whether training on pure compounds alone suffices for mixtures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from matplotlib.figure import Figure

from azeotrope.reports.distinct_names import distinct_names
from azeotrope.reports.figure_errors import finish_change
from azeotrope.reports.figure_groups import figure_name, is_ideal, same_but, whole_training
from azeotrope.reports.figure_rows import BarLook, draw_bars, handles_of_bars
from azeotrope.reports.figure_style import BLUE, PURPLE, VERMILION, round_ticks
from azeotrope.reports.fold_values import FoldValues
from azeotrope.reports.label_parts import name_of
from azeotrope.reports.model_rows import MOST_ROWS, left_out_in_words
from azeotrope.reports.panel_grid import LONGEST_ROW, PanelGrid, room_for
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

LOOKS = {
    "rmse_covered": BarLook("RMSE", PURPLE, "xx"),
    "ideal_rmse": BarLook("ideal part", BLUE, ""),
    "excess_rmse": BarLook("excess", VERMILION, "////"),
}
ROW_INCHES = 0.55
MINUS = "\N{MINUS SIGN}"
SIDES = ("← pure training has the smaller error", "mixture training has it →")


@dataclass(frozen=True, eq=False)
class Change:
    """What a model's errors become by leaving all mixtures out of training: metric to differences by fold."""

    title: str
    difference: dict[str, FoldValues]

    @classmethod
    def of(cls, pure: ReportExperiment, molecule: ReportExperiment) -> "Change":
        """Return the differences in the folds that both have; the test rows of equal folds are equal."""
        found = {metric: FoldValues.of(pure, metric).minus(FoldValues.of(molecule, metric)) for metric in LOOKS}
        return cls(pure.title, found)


def pure_to_mixture_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return RMSE under the pure-to-mixture split minus RMSE under the molecule split, paired by fold.

    Parameters
    ----------
    experiments
        Of one data set. Two experiments are compared where all labels but the split are equal.

    Returns
    -------
    None where no model has a fold of both splits with an excess RMSE.
    """
    changes = [each for each in _changes(experiments) if each.difference["excess_rmse"].values]
    if not changes:
        return None
    changes.sort(key=lambda each: each.difference["excess_rmse"].mean or 0.0)
    shown, first = changes[:MOST_ROWS], experiments[0]
    counts = sorted({len(each.difference["excess_rmse"].values) for each in shown})
    folds = " to ".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))
    caption = (
        f"{first.dataset}: RMSE [{first.unit}] after training on pure compounds alone (pure_to_mixture) minus RMSE "
        f"after training without the test molecules (molecule), as in Figure 3 of the paper, on the same covered test "
        f"rows, those with known pure values; mean and sd over {folds} fold{'' if folds == '1' else 's'}, paired by "
        f"fold. pure_to_mixture has the pure values of the test molecules in training or validation and no mixture, "
        f"molecule the reverse: left of zero in the ideal part is what pure values give, right of zero in the excess "
        f"is what mixtures give."
        f"{left_out_in_words(len(changes) - len(shown))}"
    )
    grid = PanelGrid(1, (ROW_INCHES * len(shown),), len(LOOKS), room_for(each.title for each in shown))
    draw = partial(_draw, grid=grid, changes=shown, unit=first.unit)
    name = figure_name("pure_to_mixture", first.dataset)
    return ReportFigure(name, caption, draw, *grid.size, dense=True, dataset=first.dataset)


def _changes(experiments: Sequence[ReportExperiment]) -> list[Change]:
    models = [each for each in whole_training(experiments) if not is_ideal(each)]
    molecule = {_key(each): each for each in models if name_of(each.split) == "molecule"}
    pure = [each for each in models if name_of(each.split) == "pure_to_mixture"]
    return [Change.of(each, molecule[_key(each)]) for each in pure if _key(each) in molecule]


def _key(experiment: ReportExperiment) -> tuple[str, ...]:
    """All labels but the family of the split: its options, such as the seed, have to agree."""
    return (*same_but(experiment, "split"), experiment.split.removeprefix(name_of(experiment.split)))


def _draw(figure: Figure, grid: PanelGrid, changes: list[Change], unit: str) -> None:
    (axes,) = grid.panels(figure)
    draw_bars(axes, list(LOOKS.values()), [[each.difference[metric] for each in changes] for metric in LOOKS])
    titles = distinct_names([each.title for each in changes], LONGEST_ROW)
    finish_change(axes, titles, unit, "", SIDES)
    axes.set_xlabel(f"RMSE(pure_to_mixture) {MINUS} RMSE(molecule) [{unit}]")
    axes.xaxis.set_major_locator(round_ticks(6))
    grid.add_legend(figure, handles_of_bars(list(LOOKS.values())))
