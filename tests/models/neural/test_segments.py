import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import logsumexp

from azeotrope.models.neural.segments import segment_softmax


def column(*values: float, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.tensor(values, dtype=dtype)[:, None]


def test_by_hand() -> None:
    scores = column(np.log(2.0), 0.0, 5.0, np.log(3.0))
    weights = torch.tensor([0.25, 0.5, 1.0, 0.25], dtype=torch.float64)
    shares = segment_softmax(scores, weights, torch.tensor([0, 0, 2, 0]), 3)
    torch.testing.assert_close(shares, column(2 / 7, 2 / 7, 1.0, 3 / 7))


@settings(max_examples=30, deadline=None)
@given(
    scores=st.lists(st.floats(-50, 50), min_size=1, max_size=8),
    seed=st.integers(0, 99),
)
def test_like_scipy_in_each_column_and_segment(scores: list[float], seed: int) -> None:
    generator = np.random.default_rng(seed)
    segment = generator.integers(0, 3, len(scores))
    weights = generator.uniform(0.1, 1, len(scores))
    table = np.column_stack([scores, np.negative(scores)])
    shares = segment_softmax(*map(torch.from_numpy, (table, weights, segment)), 3).numpy()
    for value in np.unique(segment):
        inside = segment == value
        total = logsumexp(table[inside], axis=0, b=weights[inside, None])
        np.testing.assert_allclose(shares[inside], weights[inside, None] * np.exp(table[inside] - total), rtol=1e-10)


def test_an_absent_element_with_a_huge_score_does_not_starve_the_others() -> None:
    for dtype in (torch.float32, torch.float64):
        shares = segment_softmax(
            column(-1e30, -1e30, 1e30, dtype=dtype),
            torch.tensor([0.25, 0.75, 0.0], dtype=dtype),
            torch.zeros(3).long(),
            1,
        )
        assert shares.flatten().tolist() == [0.25, 0.75, 0.0]


def test_an_absent_element_may_have_a_score_that_overflowed() -> None:
    weights = torch.tensor([1.0, 0.0], dtype=torch.float64)
    assert segment_softmax(column(0.0, float("inf")), weights, torch.zeros(2).long(), 1).flatten().tolist() == [
        1.0,
        0.0,
    ]


def test_gradients_are_finite_and_zero_for_an_absent_element() -> None:
    scores = torch.tensor([[1e4], [0.0], [1e30]], requires_grad=True)
    shares = segment_softmax(scores, torch.tensor([1e-6, 1 - 1e-6, 0.0]), torch.zeros(3).long(), 1)
    (shares * torch.tensor([[1.0], [2.0], [3.0]])).sum().backward()
    assert scores.grad is not None
    assert torch.isfinite(scores.grad).all()
    assert scores.grad[2] == 0


def test_no_weight_at_all_is_undefined_and_stays_in_its_segment() -> None:
    shares = segment_softmax(column(1.0, 2.0), torch.tensor([0.0, 1.0], dtype=torch.float64), torch.tensor([0, 1]), 2)
    assert shares[0].isnan()
    assert shares[1] == 1


def test_nothing() -> None:
    for n_segments in (0, 2):
        shares = segment_softmax(torch.zeros(0, 4), torch.zeros(0), torch.zeros(0).long(), n_segments)
        assert shares.shape == (0, 4)
