from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.mixture_temperature import Direction, MixtureTemperatureSplit

MakeTable = Callable[..., MixtureTable]
KELVIN = np.arange(300.0, 340.0)


def grid(make_table: MakeTable, temperature_k: np.ndarray = KELVIN) -> MixtureTable:
    """Twelve binaries and one pure compound, each at all temperatures."""
    rows = [[(f"A{i}", 0.5), ("B", 0.5)] for i in range(12) for _ in temperature_k]
    rows += [[("B", 1.0)]] * len(temperature_k)
    return make_table(rows, np.tile(temperature_k, 13))


@pytest.mark.parametrize(
    ("direction", "train", "test"),
    [("low_to_high", (300, 319), (336, 339)), ("high_to_low", (320, 339), (300, 303))],
)
def test_limits_by_hand(
    make_table: MakeTable, direction: Direction, train: tuple[int, int], test: tuple[int, int]
) -> None:
    table = grid(make_table)
    kelvin = table.mixtures.temperature_k
    assert kelvin is not None
    base = MixtureSplit().split(table, 1)
    split = MixtureTemperatureSplit(direction=direction).split(table, 1)
    for name, (lowest, highest) in {"train": train, "validation": train, "test": test}.items():
        whole, part = getattr(base, name), getattr(split, name)
        assert part.tolist() == whole[(kelvin[whole] >= lowest) & (kelvin[whole] <= highest)].tolist()
        assert (kelvin[part].min(), kelvin[part].max()) == (lowest, highest)
    assert split.promise == "component_set"


def test_note_states_the_limits(make_table: MakeTable) -> None:
    low = MixtureTemperatureSplit().split(grid(make_table), 0)
    high = MixtureTemperatureSplit(direction="high_to_low").split(grid(make_table), 0)
    assert low.notes == ("train and validation at or below 319 K, test at or above 336 K",)
    assert high.notes == ("train and validation at or above 320 K, test at or below 303 K",)


def test_directions_mirror_each_other(make_table: MakeTable) -> None:
    mirrored = grid(make_table, 600.0 - KELVIN)
    low = MixtureTemperatureSplit().split(grid(make_table), 2)
    high = MixtureTemperatureSplit(direction="high_to_low").split(mirrored, 2)
    assert low.content_hash == high.content_hash


def test_pure_rows_do_not_move_the_limits_but_obey_the_half(make_table: MakeTable) -> None:
    table = grid(make_table)
    hot = make_table([[("B", 1.0)]] * 500, np.full(500, 400.0)).mixtures.temperature_k
    assert hot is not None
    rows = [[(f"A{i}", 0.5), ("B", 0.5)] for i in range(12) for _ in KELVIN] + [[("B", 1.0)]] * 540
    longer = make_table(rows, np.r_[np.tile(KELVIN, 13), hot])
    one, other = (MixtureTemperatureSplit().split(each, 0) for each in (table, longer))
    assert one.content_hash == other.content_hash


def test_a_data_set_without_temperature_is_refused(make_table: MakeTable) -> None:
    table = make_table([[(f"A{i}", 0.5), ("B", 0.5)] for i in range(10)])
    with pytest.raises(SplitError, match="no temperature; use split=mixture"):
        MixtureTemperatureSplit().split(table, 0)


def test_a_row_without_temperature_is_named(make_table: MakeTable) -> None:
    table = make_table([[(f"A{i}", 0.5), ("B", 0.5)] for i in range(10)], [300.0] * 7 + [np.nan] * 3)
    with pytest.raises(SplitError, match=r"3 rows have no temperature, such as raw.csv:7"):
        MixtureTemperatureSplit().split(table, 0)


def test_a_table_without_mixtures_is_refused(make_table: MakeTable) -> None:
    with pytest.raises(SplitError, match="no mixture rows"):
        MixtureTemperatureSplit().split(make_table([[("A", 1.0)]], [300.0]), 0)


@pytest.mark.parametrize("direction", ["low_to_high", "high_to_low"])
def test_a_tail_that_touches_the_half_is_refused(make_table: MakeTable, direction: Direction) -> None:
    with pytest.raises(SplitError, match=r"meet at 298\.15 K"):
        MixtureTemperatureSplit(direction=direction).split(grid(make_table, np.full(40, 298.15)), 0)


def test_a_test_fold_without_rows_in_the_tail_is_refused(make_table: MakeTable) -> None:
    rows = [[(f"A{i}", 0.5), ("B", 0.5)] for i in range(10) for _ in range(10)]
    table = make_table(rows, np.repeat(np.arange(300.0, 310.0), 10))
    outcomes = []
    for fold in range(5):
        try:
            MixtureTemperatureSplit().split(table, fold)
            outcomes.append("split")
        except SplitError as error:
            outcomes.append("empty" if "empty" in str(error) else str(error))
    assert outcomes.count("empty") >= 4


def test_an_unknown_direction_is_refused() -> None:
    with pytest.raises(ConfigError, match="direction is 'up'; choose one of low_to_high, high_to_low"):
        MixtureTemperatureSplit(direction="up")  # type: ignore[arg-type]
