from collections.abc import Callable

from matplotlib.figure import Figure

from azeotrope.reports.figure_temperature import temperature_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [temperature_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_temperature_shows_only_models_that_differ_in_their_temperature_head(
    make_experiment: Make, drawn: Drawn
) -> None:
    split = "mixture_temperature (direction=high_to_low)"
    heads = [make_experiment(split=split, temperature=head, title=head) for head in ("concat", "arrhenius")]
    figure = temperature_figure([*heads, make_experiment("other", split=split), make_experiment()])
    picture = drawn(figure)
    assert len(picture.axes) == 2
    assert [label.get_text() for label in picture.axes[0].get_yticklabels()] == ["arrhenius", "concat"]
    assert picture.axes[0].texts[0].get_text() == "direction=high_to_low"
    assert temperature_figure([heads[0], make_experiment("other", split=split)]) is None
