import pytest

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.figure_distances import interval_in_words, p_value_in_words

NONE = Outcome.undefined("none")


def p_value(value: Outcome) -> Finding:
    return Finding.of("rsa_p_one_sided", Interval(value, NONE, NONE, 9), resampled="molecules", n_resamples=999, seed=0)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Outcome.of(1 / 1000), "none of 999 permutations reach it, p = 0.00100"),
        (Outcome.of(22 / 1000), "21 of 999 permutations reach it, p = 0.0220"),
        (Outcome.of(1.0), "999 of 999 permutations reach it, p = 1.00"),
        (NONE, "p undefined: none"),
    ],
)
def test_p_values_count_the_permutations(value: Outcome, words: str) -> None:
    assert p_value_in_words(p_value(value)) == words


def test_intervals_in_words() -> None:
    def words(interval: Interval) -> str:
        return interval_in_words(Finding.of("rsa", interval, resampled="molecules", n_resamples=9, seed=0))

    assert words(Interval(Outcome.of(0.5), Outcome.of(0.25), Outcome.of(0.75), 9)) == "0.500 [0.250, 0.750]"
    assert words(Interval(Outcome.of(0.5), NONE, NONE, 9)) == "0.500"
    assert words(Interval.undefined("why", 9)) == "undefined: why"
