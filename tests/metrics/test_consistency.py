from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError
from azeotrope.metrics.consistency import consistency
from azeotrope.typing import FloatArray

MixturesBuilder = Callable[..., Mixtures]
GUESTS = np.arange(10)
NAMES = {"consistency_permutation", "consistency_split", "consistency_zero", "consistency_pure"}


def of_entries(entry: Callable[[Mixtures], FloatArray]) -> Callable[[Mixtures], FloatArray]:
    """A model that sums one term per entry."""
    return lambda mixtures: np.add.reduceat(entry(mixtures), mixtures.offsets[:-1])


def lawful(mixtures: Mixtures) -> FloatArray:
    return np.add.reduceat(mixtures.mole_fraction * mixtures.component, mixtures.offsets[:-1])


def values(predict: Callable[[Mixtures], FloatArray], mixtures: Mixtures, **options: int) -> dict[str, float | None]:
    found = consistency(predict, mixtures, guests=GUESTS, **options)
    assert set(found) == NAMES
    return {name.removeprefix("consistency_"): outcome.value for name, outcome in found.items()}


@pytest.fixture
def rows(mixtures: MixturesBuilder) -> Mixtures:
    return mixtures([[(0, 0.25), (1, 0.75)], [(2, 0.5), (3, 0.25), (4, 0.25)], [(5, 1.0)]])


def test_a_lawful_model_is_consistent(rows: Mixtures) -> None:
    found = values(lawful, rows)
    assert found["permutation"] == found["split"] == found["zero"] == 0.0
    assert found["pure"] == pytest.approx(0, abs=1e-5)


def test_a_model_that_looks_at_positions_breaks_permutation(rows: Mixtures) -> None:
    # the first component is 0 or 2; in reverse it is 1 or 4; the largest change is 2 and the shuffle cannot exceed it
    found = values(lambda mixtures: mixtures.component[mixtures.offsets[:-1]].astype(float), rows)
    assert found["permutation"] == 2.0
    assert found["split"] == found["zero"] == 0.0


def test_a_model_that_counts_entries_breaks_split_zero_and_the_pure_limit(rows: Mixtures) -> None:
    found = values(lambda mixtures: mixtures.n_components.astype(float), rows)
    assert found == {"permutation": 0.0, "split": 1.0, "zero": 1.0, "pure": 1.0}


def test_squared_fractions_break_the_split_by_a_known_amount(mixtures: MixturesBuilder) -> None:
    # 0.5^2 becomes 2 * 0.25^2: a change of 0.125, whichever component is split
    found = values(of_entries(lambda mixtures: mixtures.mole_fraction**2), mixtures([[(0, 0.5), (1, 0.5)]]))
    assert found["split"] == 0.125
    assert found["zero"] == 0.0


def test_the_largest_change_and_not_the_mean_is_reported(mixtures: MixturesBuilder) -> None:
    rows = mixtures([[(0, 0.5), (1, 0.5)]] * 9 + [[(0, 0.5), (7, 0.5)]])
    found = values(lambda mixtures: mixtures.component[mixtures.offsets[:-1]].astype(float), rows)
    assert found["permutation"] == 7.0


def test_context_reaches_the_model(mixtures: MixturesBuilder) -> None:
    rows = mixtures([[(0, 0.5), (1, 0.5)], [(0, 0.5), (2, 0.5)]], [300.0, 310.0], [4, 5])

    def predict(altered: Mixtures) -> FloatArray:
        assert altered.temperature_k is not None
        assert altered.solute is not None
        assert altered.temperature_k.tolist() == [300.0, 310.0]
        assert altered.solute.tolist() == [4, 5]
        return altered.temperature_k

    assert set(values(predict, rows).values()) == {0.0}


@pytest.mark.parametrize("composition", [[], [[(0, 1.0)]]])
def test_without_a_mixture_row(mixtures: MixturesBuilder, composition: list[list[tuple[int, float]]]) -> None:
    for outcome in consistency(lawful, mixtures(composition), guests=GUESTS).values():
        assert outcome.reason == "there is no mixture row to alter this way"


def test_without_any_prediction(rows: Mixtures) -> None:
    for outcome in consistency(lambda mixtures: np.full(len(mixtures), np.nan), rows, guests=GUESTS).values():
        assert outcome.reason == "the model predicts none of the mixture rows"


def test_rows_without_a_prediction_are_left_out(rows: Mixtures) -> None:
    def partial(mixtures: Mixtures) -> FloatArray:
        unknown = of_entries(lambda some: (some.component >= 2).astype(float))(mixtures) > 0
        return np.where(unknown, np.nan, lawful(mixtures))

    found = consistency(partial, rows, guests=np.array([0, 1]))
    assert found["consistency_permutation"].value == found["consistency_split"].value == 0.0
    assert found["consistency_zero"].reason == "the model predicts none of the mixture rows"
    assert found["consistency_pure"].value == pytest.approx(0.0, abs=1e-5)


def test_the_pure_limit_of_a_row_without_a_prediction_is_not_asked_for(mixtures: MixturesBuilder) -> None:
    # as the ideal baseline does: one component of the second row has no pure value
    rows = mixtures([[(0, 0.5), (1, 0.5)], *[[(2, 0.5), (9, 0.5)]] * 20])

    def partial(mixtures: Mixtures) -> FloatArray:
        return np.where(of_entries(lambda some: (some.component == 9) * 1.0)(mixtures) > 0, np.nan, lawful(mixtures))

    assert values(partial, rows)["pure"] == pytest.approx(0.0, abs=1e-5)


def test_a_predicted_row_without_a_predicted_pure_limit_is_no_number(rows: Mixtures) -> None:
    outcome = consistency(lambda mixtures: np.where(mixtures.is_pure, np.nan, lawful(mixtures)), rows, guests=GUESTS)[
        "consistency_pure"
    ]
    assert outcome.reason == "2 of 2 predicted rows have no prediction when rewritten"


def test_a_prediction_lost_by_rewriting_is_no_number(rows: Mixtures) -> None:
    # as the ideal baseline does: an absent component without a pure value takes the prediction away
    def refuses_guests(mixtures: Mixtures) -> FloatArray:
        return np.where(
            of_entries(lambda some: (some.mole_fraction == 0) * 1.0)(mixtures) > 0, np.nan, lawful(mixtures)
        )

    outcome = consistency(refuses_guests, rows, guests=GUESTS)["consistency_zero"]
    assert outcome.reason == "2 of 2 predicted rows have no prediction when rewritten"


def test_a_model_that_refuses_more_components_says_so(rows: Mixtures) -> None:
    def up_to_three(mixtures: Mixtures) -> FloatArray:
        if mixtures.n_components.max() > 3:
            raise DataError("row 1 has 4 components, and the model takes 3")
        return lawful(mixtures)

    found = consistency(up_to_three, rows, guests=GUESTS)
    assert found["consistency_permutation"].value == 0.0
    for name in ("split", "zero"):
        assert found[f"consistency_{name}"].reason == (
            "the model refuses rewritten rows: row 1 has 4 components, and the model takes 3"
        )


def test_without_another_molecule_only_the_absent_component_is_undefined(mixtures: MixturesBuilder) -> None:
    found = consistency(lawful, mixtures([[(0, 0.5), (1, 0.5)]]), guests=np.array([0, 1]))
    assert found["consistency_zero"].reason == "there is no mixture row to alter this way"
    assert found["consistency_split"].value == 0.0


def test_large_tables_are_sampled_with_a_seed(mixtures: MixturesBuilder) -> None:
    rows = mixtures([[(0, share), (1, 1 - share)] for share in np.linspace(0.1, 0.9, 600)])
    sizes: list[int] = []

    def predict(altered: Mixtures) -> FloatArray:
        sizes.append(len(altered))
        return altered.mole_fraction[altered.offsets[:-1]]

    first = values(predict, rows, max_rows=20, seed=0)
    assert set(sizes) == {20}
    assert values(predict, rows, max_rows=20, seed=0) == first
    assert values(predict, rows, max_rows=20, seed=1) != first
    values(predict, rows)
    assert max(sizes) == 500
