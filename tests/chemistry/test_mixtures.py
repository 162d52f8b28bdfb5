import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules

CIS, TRANS = "C/C=C\\C", "C/C=C/C"
MOLECULES = Molecules.of(parse_molecule(smiles) for smiles in ("CCO", "O", "C", "[He]"))
BUTENES = {
    stereo: Molecules.of((parse_molecule(smiles) for smiles in (CIS, TRANS, "O")), stereo)
    for stereo in ("keep", "drop")
}
Row = list[tuple[int, float]]


def compositions(max_rows: int = 5) -> st.SearchStrategy[list[Row]]:
    entry = st.tuples(st.integers(0, 3), st.integers(1, 1000))
    return st.lists(st.lists(entry, min_size=1, max_size=4).map(closed), min_size=1, max_size=max_rows)


def closed(entries: list[tuple[int, int]]) -> Row:
    total = sum(part for _, part in entries)
    return [(component, part / total) for component, part in entries]


def index(molecules: Molecules, smiles: str) -> int:
    return molecules.index[parse_molecule(smiles).inchi]


def example() -> Mixtures:
    return Mixtures.from_rows(
        MOLECULES,
        [[(0, 1.0)], [(0, 0.5), (1, 0.5)], [(0, 0.2), (1, 0.3), (2, 0.5)], [(0, 0.4), (1, 0.6)]],
        temperature_k=[298.15, 298.15, 310.0, 310.0],
        solute=[3, 3, 3, 2],
    )


def test_no_rows() -> None:
    none = Mixtures.from_rows(MOLECULES, [], temperature_k=[], solute=[])
    assert len(none) == 0
    for ids in (none.n_components, none.is_pure, none.component_set, none.composition, none.context, none.row_of_entry):
        assert ids.shape == (0,)
    assert none.component_set_names() == []
    assert len(none.take([])) == 0
    assert len(Mixtures.pure(MOLECULES, [])) == 0


def test_one_row() -> None:
    one = Mixtures.from_rows(MOLECULES, [[(2, 1.0)]])
    assert len(one) == 1
    np.testing.assert_array_equal(one.offsets, [0, 1])
    assert one.is_pure.tolist() == [True]
    for ids in (one.component_set, one.composition, one.context):
        np.testing.assert_array_equal(ids, [0])
    assert one.component_set_names() == [MOLECULES.inchi[2]]


def test_rows_become_ragged_arrays() -> None:
    mixtures = example()
    np.testing.assert_array_equal(mixtures.offsets, [0, 1, 3, 6, 8])
    np.testing.assert_array_equal(mixtures.component, [0, 0, 1, 0, 1, 2, 0, 1])
    np.testing.assert_array_equal(mixtures.mole_fraction, [1, 0.5, 0.5, 0.2, 0.3, 0.5, 0.4, 0.6])
    np.testing.assert_array_equal(mixtures.n_components, [1, 2, 3, 2])
    np.testing.assert_array_equal(mixtures.row_of_entry, [0, 1, 1, 2, 2, 2, 3, 3])
    np.testing.assert_array_equal(mixtures.is_pure, [True, False, False, False])


def test_pure_compounds_with_their_context() -> None:
    pure = Mixtures.pure(MOLECULES, [2, 0], np.array([300.0, 310.0]), np.array([1, 1]))
    np.testing.assert_array_equal(pure.offsets, [0, 1, 2])
    np.testing.assert_array_equal(pure.component, [2, 0])
    np.testing.assert_array_equal(pure.mole_fraction, [1.0, 1.0])
    assert pure.is_pure.all()
    np.testing.assert_array_equal(pure.temperature_k, [300.0, 310.0])
    np.testing.assert_array_equal(pure.solute, [1, 1])


@pytest.mark.parametrize(
    ("rows", "positions"),
    [
        ([2, 0, 2], [2, 0, 2]),
        ([-1], [3]),
        (np.array([False, True, False, True]), [1, 3]),
        ([], []),
        (np.zeros(4, dtype=bool), []),
    ],
)
def test_take_gives_the_chosen_rows_in_the_given_order(rows: object, positions: list[int]) -> None:
    whole, part = example(), example().take(rows)
    assert len(part) == len(positions)
    assert part.offsets[0] == 0
    for new, old in enumerate(positions):
        here, there = slice(*part.offsets[new : new + 2]), slice(*whole.offsets[old : old + 2])
        np.testing.assert_array_equal(part.component[here], whole.component[there])
        np.testing.assert_array_equal(part.mole_fraction[here], whole.mole_fraction[there])
    np.testing.assert_array_equal(part.temperature_k, whole.temperature_k[positions])
    np.testing.assert_array_equal(part.solute, whole.solute[positions])
    assert part.molecules is whole.molecules


def test_take_refuses_a_row_that_does_not_exist() -> None:
    with pytest.raises(IndexError):
        example().take([4])


def test_trap_take_does_not_change_what_it_takes_from() -> None:
    whole = example()
    part = whole.take([1, 2])
    part.mole_fraction[:] = 0
    part.component[:] = 3
    np.testing.assert_array_equal(whole.mole_fraction, example().mole_fraction)
    np.testing.assert_array_equal(whole.component, example().component)


def test_component_sets_ignore_fractions_and_contexts() -> None:
    np.testing.assert_array_equal(example().component_set, [0, 1, 2, 1])


def test_compositions_see_fractions_but_not_contexts() -> None:
    rows: list[Row] = [[(0, 0.5), (1, 0.5)], [(0, 0.4), (1, 0.6)], [(1, 0.5), (0, 0.5)], [(0, 0.5), (2, 0.5)]]
    mixtures = Mixtures.from_rows(MOLECULES, rows, temperature_k=[1.0, 2.0, 3.0, 4.0])
    np.testing.assert_array_equal(mixtures.composition, [0, 1, 0, 2])


def test_compositions_differ_by_a_thousandth_but_not_by_rounding_errors() -> None:
    fractions = (0.5, 0.501, 0.5 + 1e-12, 0.1 + 0.2, 0.3)
    mixtures = Mixtures.from_rows(MOLECULES, [[(0, fraction), (1, 1 - fraction)] for fraction in fractions])
    np.testing.assert_array_equal(mixtures.composition, [0, 1, 0, 2, 2])


def test_contexts_are_temperature_and_solute() -> None:
    mixtures = example()
    context = mixtures.context
    assert context[0] == context[1]
    assert len(set(context[1:].tolist())) == 3
    np.testing.assert_array_equal(Mixtures.from_rows(MOLECULES, [[(0, 1.0)], [(1, 1.0)]]).context, [0, 0])


@settings(max_examples=40)
@given(rows=compositions(), data=st.data())
def test_trap_component_order_and_splitting_change_no_id(rows: list[Row], data: st.DataObject) -> None:
    doubled = [[(component, fraction / 2) for component, fraction in row for _ in range(2)] for row in rows]
    shuffled = [data.draw(st.permutations(row)) for row in doubled]
    one, other = Mixtures.from_rows(MOLECULES, rows), Mixtures.from_rows(MOLECULES, shuffled)
    np.testing.assert_array_equal(one.component_set, other.component_set)
    np.testing.assert_array_equal(one.composition, other.composition)
    assert one.component_set_names() == other.component_set_names()


@settings(max_examples=40)
@given(compositions())
def test_ids_are_dense_and_numbered_by_first_appearance(rows: list[Row]) -> None:
    mixtures = Mixtures.from_rows(MOLECULES, rows)
    for ids in (mixtures.component_set, mixtures.composition):
        seen = list(dict.fromkeys(ids.tolist()))
        assert seen == list(range(len(seen)))
    sets = [frozenset(component for component, _ in row) for row in rows]
    for i, one in enumerate(sets):
        for j, other in enumerate(sets):
            assert (mixtures.component_set[i] == mixtures.component_set[j]) == (one == other)


def test_component_set_names_are_the_sorted_inchis() -> None:
    mixtures = Mixtures.from_rows(MOLECULES, [[(1, 0.5), (0, 0.5)], [(2, 1.0)], [(0, 0.1), (1, 0.9)]])
    names = mixtures.component_set_names()
    assert names[mixtures.component_set[0]] == f"{MOLECULES.inchi[0]} {MOLECULES.inchi[1]}"
    assert names[mixtures.component_set[1]] == MOLECULES.inchi[2]
    assert len(names) == 2


@pytest.mark.parametrize(("stereo", "one_set"), [("keep", False), ("drop", True)])
def test_trap_stereo_isomers_are_one_or_two_sets_by_config(stereo: str, one_set: bool) -> None:
    molecules = BUTENES[stereo]
    rows = [[(index(molecules, isomer), 0.5), (index(molecules, "O"), 0.5)] for isomer in (CIS, TRANS)]
    mixtures = Mixtures.from_rows(molecules, rows, solute=[index(molecules, CIS), index(molecules, TRANS)])
    for ids in (mixtures.component_set, mixtures.composition, mixtures.context):
        assert bool(ids[0] == ids[1]) is one_set
    assert len(mixtures.component_set_names()) == (1 if one_set else 2)


@pytest.mark.parametrize("stereo", ["keep", "drop"])
@settings(max_examples=40)
@given(data=st.data())
def test_ids_equal_those_of_one_row_after_another(stereo: str, data: st.DataObject) -> None:
    """Repeated components, isomers that are one or two, and contexts known or not."""
    entry = st.tuples(st.integers(0, 2), st.sampled_from([0.0, 0.1, 0.2, 0.1 + 0.2, 0.3]))
    rows = data.draw(st.lists(st.lists(entry, min_size=1, max_size=4), max_size=8))
    kelvins = st.sampled_from([298.15, 310.0, np.nan, -0.0, 0.0])
    temperature = data.draw(st.none() | st.lists(kelvins, min_size=len(rows), max_size=len(rows)))
    solute = data.draw(st.none() | st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    mixtures = Mixtures.from_rows(BUTENES[stereo], rows, temperature, solute)
    group = BUTENES[stereo].group
    sums = []
    for row in rows:
        total: dict[int, float] = {}
        for component, fraction in row:
            total[int(group[component])] = total.get(int(group[component]), 0.0) + fraction
        sums.append(total)
    sets = [tuple(sorted(total)) for total in sums]
    compositions = [tuple((one, round(total[one], 6)) for one in sorted(total)) for total in sums]
    contexts = [
        (0.0 if temperature is None else temperature[i], 0 if solute is None else int(group[solute[i]]))
        for i in range(len(rows))
    ]
    assert mixtures.component_set.tolist() == [list(dict.fromkeys(sets)).index(one) for one in sets]
    assert mixtures.composition.tolist() == [list(dict.fromkeys(compositions)).index(one) for one in compositions]
    known = [context for context in contexts if not np.isnan(context[0])]
    for context, found in zip(contexts, mixtures.context.tolist(), strict=True):
        if np.isnan(context[0]):
            assert mixtures.context.tolist().count(found) == 1
        else:
            assert found == sorted(set(known)).index(context)
