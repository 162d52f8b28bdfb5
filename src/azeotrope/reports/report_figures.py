"""All figures of a report, by the section that shows them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from azeotrope.reports.figure_curves import curves_figures
from azeotrope.reports.figure_decomposition import decomposition_figure
from azeotrope.reports.figure_featurizers import featurizers_figure
from azeotrope.reports.figure_groups import by_split, whole_training
from azeotrope.reports.figure_learning_curves import learning_curves_figure
from azeotrope.reports.figure_pairs import pairs_figure
from azeotrope.reports.figure_parity import parity_figure
from azeotrope.reports.figure_pure_to_mixture import pure_to_mixture_figure
from azeotrope.reports.figure_temperature import temperature_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_groups import by_dataset
from azeotrope.reports.report_runs import ReportExperiment

Experiments = Sequence[ReportExperiment]
OF_A_DATASET: dict[str, Callable[[Experiments], ReportFigure | None]] = {
    "decomposition": decomposition_figure,
    "pure_to_mixture": pure_to_mixture_figure,
    "featurizers": featurizers_figure,
    "learning_curves": learning_curves_figure,
    "temperature": temperature_figure,
}
# So many models, the best ones, have mixing curves and parity plots on a page; so many at most of one split.
MOST_CURVES, MOST_PARITIES, MOST_OF_A_SPLIT, FEWEST_PARITIES = 12, 36, 6, 3


def figures_of(experiments: Experiments) -> dict[str, list[ReportFigure]]:
    """Return the figures of each section.

    Parameters
    ----------
    experiments
        Of any data sets and splits.

    Returns
    -------
    Lists by the names ``decomposition``, ``pure_to_mixture``, ``featurizers``, ``learning_curves``, ``temperature``,
    ``parity``, ``curves`` and ``pairs``, one figure for each data set, or for each data set and split; empty where
    there is nothing to show. Names of figures are unique over all.
    """
    datasets = [group.experiments for group in by_dataset(experiments)]
    splits = [members for each in datasets for members in by_split(whole_training(each)).values()]
    n_curves, n_parities = _share(MOST_CURVES, len(splits)), max(FEWEST_PARITIES, _share(MOST_PARITIES, len(splits)))
    found = {
        **{name: _known(map(make, datasets)) for name, make in OF_A_DATASET.items()},
        "parity": _known(parity_figure(members, n_parities) for members in splits),
        "pairs": _known(map(pairs_figure, splits)),
        "curves": [figure for members in splits for figure in curves_figures(members, n_curves)],
    }
    return _with_unique_names(found)


def _share(total: int, n_splits: int) -> int:
    """How many of a page's figures one split has."""
    return max(1, min(MOST_OF_A_SPLIT, total // max(1, n_splits)))


def _known(figures: Iterable[ReportFigure | None]) -> list[ReportFigure]:
    return [figure for figure in figures if figure is not None]


def _with_unique_names(found: dict[str, list[ReportFigure]]) -> dict[str, list[ReportFigure]]:
    """Number the figures whose data sets or models differ only in signs that no file name has."""
    seen: Counter[str] = Counter()

    def named(figure: ReportFigure) -> ReportFigure:
        seen[figure.name] += 1
        number = seen[figure.name]
        return figure if number == 1 else replace(figure, name=f"{figure.name}--{number}")

    return {section: [named(figure) for figure in figures] for section, figures in found.items()}
