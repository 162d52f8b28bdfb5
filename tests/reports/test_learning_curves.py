from collections.abc import Callable

from azeotrope.reports.learning_curves import MOST_LINES, learning_curves
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
PART = "mixture (max_train_mixtures=30)"


def test_points_of_one_model_go_from_few_to_many(make_experiment: Make) -> None:
    whole, part = make_experiment(train_mixtures=400), make_experiment(split=PART, train_mixtures=None)
    (curve,) = learning_curves([whole, part, make_experiment("ideal"), make_experiment("other", split=PART)])
    assert curve.points == ((30, part), (400, whole))


def test_one_number_of_mixtures_is_no_curve(make_experiment: Make) -> None:
    assert learning_curves([]) == []
    assert learning_curves([make_experiment(), make_experiment()]) == []


def test_the_longest_curves_come_first_and_there_are_not_too_many(make_experiment: Make) -> None:
    models = [f"m{k}" for k in range(MOST_LINES + 1)]
    found = [make_experiment(m, split=s, train_mixtures=n) for m in models for s, n in ((PART, 30), ("mixture", 400))]
    longest = make_experiment(models[-1], split="mixture (max_train_mixtures=100)", train_mixtures=100)
    curves = learning_curves([*found, longest])
    assert len(curves) == MOST_LINES
    assert [len(curve.points) for curve in curves[:2]] == [3, 2]
    assert curves[0].title == models[-1]
