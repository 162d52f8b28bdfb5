import numpy as np

from azeotrope.metrics.lanes import LANES
from azeotrope.metrics.sorted_pairs import sort_pairs
from azeotrope.metrics.weighted_spearman import rank_products, rank_runs

# 3 molecules: pairs (0, 1), (0, 2), (1, 2) and the copies (0, 0), (1, 1), (2, 2), which are 0 apart
X = np.array([0.5, 0.5, 2.0])
Y = np.array([3.0, 1.0, 2.0])
COPIES = np.tile(np.array([[2], [1], [0]], dtype=np.int32), (1, LANES))
ONCE = np.ones((3, LANES), dtype=np.int32)
THREE = np.full((1, LANES), 3, dtype=np.int32)


def test_ranks_are_twice_the_centred_mid_ranks() -> None:
    # each molecule once: mid-ranks 1.5, 1.5, 3 and mean rank 2, so -1 (the tied run) and 2; copies weigh nothing
    ranks = np.empty((3, LANES), dtype=np.int32)
    squares = rank_runs(ONCE, THREE, sort_pairs(X, 3, with_self_pairs=True)[0], ranks)
    assert ranks[1:, 0].tolist() == [-1, 2]
    assert (squares == 2 * 1 + 4).all()


def test_copies_of_a_molecule_make_a_pair_at_distance_0() -> None:
    # molecules 0, 0, 1: distances 0, 0.5, 0.5; mid-ranks 1, 2.5, 2.5; doubled and centred -2, 1, 1
    ranks = np.empty((3, LANES), dtype=np.int32)
    squares = rank_runs(COPIES, THREE, sort_pairs(X, 3, with_self_pairs=True)[0], ranks)
    assert ranks[:2, 5].tolist() == [-2, 1]
    assert (squares == 4 + 1 + 1).all()


def test_products_join_the_two_orders() -> None:
    # each molecule once: doubled centred ranks of x (-1, -1, 2) and of y (2, -2, 0): products -2 + 2 + 0
    by_x, x_order = sort_pairs(X, 3, with_self_pairs=True)
    by_y, y_order = sort_pairs(Y, 3, with_self_pairs=True)
    ranks = np.empty((3, LANES), dtype=np.int32)
    rank_runs(ONCE, THREE, by_x, ranks)
    run_of_pair = np.empty(6, dtype=np.int32)
    run_of_pair[x_order] = [0, 0, 0, 1, 1, 2]
    squares, products, near = rank_products(ONCE, THREE, by_y, run_of_pair[y_order], ranks)
    assert (squares == 8.0).all()
    assert (products == 0.0).all()
    assert (near == 0.0).all()  # in the first run of x there are self-pairs alone, without a copy


def test_without_copies_each_lane_has_its_own_number_of_pairs() -> None:
    # molecules 0, 0, 1: only 0.5 twice, tied at the mean; each molecule once: as before
    copies, n_pairs = ONCE.copy(), THREE.copy()
    copies[:, 3], n_pairs[0, 3] = [2, 1, 0], 2
    pairs, order = sort_pairs(X, 3, with_self_pairs=False)
    ranks = np.empty((2, LANES), dtype=np.int32)
    squares = rank_runs(copies, n_pairs, pairs, ranks)
    assert order.tolist() == [0, 1, 2]
    assert ranks[0, [2, 3]].tolist() == [-1, 0]
    assert squares[[2, 3]].tolist() == [6.0, 0.0]


def test_tied_and_untied_runs_and_copies_are_ranked_alike() -> None:
    # molecules 0, 0, 1 by x: distances 0, 0.5, 0.5, doubled ranks -2, 1, 1; by y: 0, 3, 3, the same
    by_x, x_order = sort_pairs(X, 3, with_self_pairs=True)
    by_y, y_order = sort_pairs(Y, 3, with_self_pairs=True)
    ranks = np.empty((3, LANES), dtype=np.int32)
    rank_runs(COPIES, THREE, by_x, ranks)
    run_of_pair = np.empty(6, dtype=np.int32)
    run_of_pair[x_order] = [0, 0, 0, 1, 1, 2]
    sums = rank_products(COPIES, THREE, by_y, run_of_pair[y_order], ranks)
    assert (sums[:2] == 6.0).all()
    assert (sums[2] == -2.0).all()  # the one pair of the first run of x
