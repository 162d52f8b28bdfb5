from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from rdkit import Chem
from rdkit.Chem.rdFingerprintGenerator import GetMorganGenerator
from rdkit.DataStructs import BulkTanimotoSimilarity
from scipy.spatial.distance import pdist

from azeotrope.metrics.distances import (
    cosine_distances,
    euclidean_distances,
    representation_distances,
    tanimoto_distances,
)
from azeotrope.typing import FloatArray

Distances = Callable[[FloatArray], FloatArray]
DISTANCES: tuple[Distances, ...] = (
    cosine_distances,
    euclidean_distances,
    lambda vectors: tanimoto_distances(vectors > 0),
)


@pytest.mark.parametrize("distances", DISTANCES)
@pytest.mark.parametrize("count", [0, 1])
def test_no_pairs(distances: Distances, count: int) -> None:
    assert distances(np.ones((count, 3))).shape == (0,)


def test_cosine_by_hand() -> None:
    vectors = np.array([[1.0, 0.0], [0.0, 5.0], [-2.0, 0.0], [3.0, 3.0]])
    half = np.sqrt(0.5)
    expected = [1.0, 2.0, 1 - half, 1.0, 1 - half, 1 + half]
    np.testing.assert_allclose(cosine_distances(vectors), expected, atol=1e-15)


def test_cosine_and_euclidean_equal_scipy() -> None:
    vectors = np.random.default_rng(0).normal(size=(30, 20))
    np.testing.assert_allclose(cosine_distances(vectors), pdist(vectors, "cosine"), atol=1e-14)
    np.testing.assert_array_equal(euclidean_distances(vectors), pdist(vectors))


def test_identical_rows_are_exactly_0_apart_wherever_they_stand() -> None:
    vectors = np.random.default_rng(0).normal(size=(7, 33))[[0, 1, 2, 1, 3, 1, 2]]
    square = np.zeros((7, 7))
    square[np.triu_indices(7, 1)] = cosine_distances(vectors)
    assert square[1, 3] == square[1, 5] == square[3, 5] == square[2, 6] == 0.0
    assert square[0, 1] == square[0, 3] == square[0, 5]
    assert square[1, 2] == square[2, 3] == square[2, 5]


@settings(max_examples=20)
@given(arrays(np.float64, (4, 3), elements=st.floats(0.25, 8.0)), st.sampled_from([1e-200, 3.0, 1e200]))
def test_cosine_ignores_the_length_of_vectors(vectors: np.ndarray, factor: float) -> None:
    np.testing.assert_allclose(cosine_distances(vectors * factor), cosine_distances(vectors), atol=1e-14)


def test_a_zero_vector_has_no_cosine_distance() -> None:
    distances = cosine_distances(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    np.testing.assert_array_equal(distances, [np.nan, np.nan, 1.0])


@pytest.mark.parametrize("distances", [cosine_distances, euclidean_distances])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_missing_value_makes_its_pairs_undefined(distances: Distances, value: float) -> None:
    found = distances(np.array([[1.0, value], [1.0, 0.0], [0.0, 1.0]]))
    np.testing.assert_array_equal(np.isnan(found), [True, True, False])


def test_tanimoto_by_hand() -> None:
    # {0, 1}, {1, 2}, {0, 1}, {}: one of three shared; the same; nothing shared
    bits = np.array([[1, 1, 0], [0, 1, 1], [1, 1, 0], [0, 0, 0]], dtype=bool)
    np.testing.assert_allclose(tanimoto_distances(bits), [2 / 3, 0, 1, 2 / 3, 1, 1], atol=1e-15)


def test_two_fingerprints_without_bits_have_no_tanimoto_distance() -> None:
    np.testing.assert_array_equal(tanimoto_distances(np.zeros((2, 4), dtype=bool)), [np.nan])


def test_tanimoto_equals_rdkit_and_bits_are_recognised() -> None:
    generator = GetMorganGenerator(radius=2, fpSize=512)
    fingerprints = [
        generator.GetFingerprint(Chem.MolFromSmiles(smiles)) for smiles in ("CCO", "CCCO", "c1ccccc1O", "CC(=O)O")
    ]
    expected = [
        1 - BulkTanimotoSimilarity(one, fingerprints[i + 1 :])[k]
        for i, one in enumerate(fingerprints)
        for k in range(3 - i)
    ]
    bits = np.array([list(fingerprint) for fingerprint in fingerprints], dtype=np.float64)
    np.testing.assert_allclose(representation_distances(bits), expected, atol=1e-15)


def test_a_representation_that_is_not_bits_is_compared_by_cosine() -> None:
    vectors = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.5], [1.0, 1.0, 1.0]])
    np.testing.assert_array_equal(representation_distances(vectors), cosine_distances(vectors))


def test_arguments_are_left_as_they_are() -> None:
    vectors = np.array([[1.0, np.inf], [0.0, 2.0]])
    before = vectors.copy()
    cosine_distances(vectors)
    euclidean_distances(vectors)
    np.testing.assert_array_equal(vectors, before)
