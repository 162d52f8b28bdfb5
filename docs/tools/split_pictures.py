# ruff: noqa: INP001 - a script, not a part of the package
"""Draw docs/pictures/split_*.png: what each split family does with one table, by the families themselves.

``python docs/tools/split_pictures.py`` writes them anew.
"""

from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.table import MixtureTable
from azeotrope.reports.figure_style import BLUE, ORANGE, PALE, VERMILION, png_of
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.mixture_temperature import MixtureTemperatureSplit
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.pure_to_mixture import PureToMixtureSplit
from azeotrope.splits.random import RandomSplit
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.typing import BoolArray, IntArray

FOLDER = Path(__file__).resolve().parents[1] / "pictures"
FAMILIES: dict[str, SplitFamily] = {
    "random": RandomSplit(),
    "mixture": MixtureSplit(),
    "mixture_temperature": MixtureTemperatureSplit(),
    "molecule": MoleculeSplit(),
    "pure_to_mixture": PureToMixtureSplit(),
}
N_MOLECULES = 20
FRACTIONS = (0.2, 0.4, 0.6, 0.8)
TEMPERATURES_K = (280.0, 300.0, 320.0, 340.0)
NO_ROW, LEFT_OUT, TRAIN, VALIDATION, TEST = range(5)
PARTS = {
    TRAIN: ("train", BLUE),
    VALIDATION: ("validation", ORANGE),
    TEST: ("test", VERMILION),
    LEFT_OUT: ("in no part", PALE),
}
COLOURS = ListedColormap(["white", PALE, BLUE, ORANGE, VERMILION])
WIDTH_INCHES, HEIGHT_INCHES, DOTS_PER_INCH = 5.2, 4.6, 110


def example_table() -> MixtureTable:
    """Return 20 pure compounds and all their binaries, at 4 compositions and 4 temperatures."""
    names = tuple(f"molecule {number:02}" for number in range(N_MOLECULES))
    compositions = [[(i, 1.0)] for i in range(N_MOLECULES)]
    compositions += [[(i, x), (j, 1 - x)] for i, j in combinations(range(N_MOLECULES), 2) for x in FRACTIONS]
    rows = [(composition, kelvin) for composition in compositions for kelvin in TEMPERATURES_K]
    molecules = Molecules(names, names, np.ones(N_MOLECULES))
    mixtures = Mixtures.from_rows(molecules, [row for row, _ in rows], [kelvin for _, kelvin in rows])
    n = len(rows)
    zeros = np.zeros(n, dtype=np.int64)
    return MixtureTable(mixtures, np.zeros(n), np.arange(n + 1), zeros, np.arange(n), ("example.csv",))


def part_of_row(table: MixtureTable, split: Split) -> IntArray:
    """Return the part of each row, shape `(n,)`."""
    part = np.full(len(table), LEFT_OUT)
    part[split.train], part[split.validation], part[split.test] = TRAIN, VALIDATION, TEST
    return part


def pixels_of(table: MixtureTable, part: IntArray) -> IntArray:
    """Return a square of molecules by molecules; a cell holds compositions from left to right, temperatures upwards."""
    mixtures = table.mixtures
    place = _held_out_last(mixtures, part)
    kelvin = np.ones(len(table)) if mixtures.temperature_k is None else mixtures.temperature_k
    height = len(TEMPERATURES_K) - 1 - np.searchsorted(TEMPERATURES_K, kelvin)
    cell = len(FRACTIONS) + 1  # one pixel of space
    pixels = np.full((N_MOLECULES * cell, N_MOLECULES * cell), NO_ROW)
    for row in range(len(table)):
        entries = slice(mixtures.offsets[row], mixtures.offsets[row + 1])
        places = place[mixtures.component[entries]]
        left, fraction = places.min() * cell, mixtures.mole_fraction[entries][0]
        columns = left + np.arange(len(FRACTIONS)) if mixtures.is_pure[row] else left + FRACTIONS.index(fraction)
        pixels[places.max() * cell + height[row], columns] = part[row]
    return pixels


def draw(family: SplitFamily, figure: Figure) -> None:
    """Draw fold 0 of a family into an empty figure."""
    table = example_table()
    part = part_of_row(table, family.split(table, 0))
    axes = figure.subplots()
    axes.imshow(pixels_of(table, part), cmap=COLOURS, vmin=NO_ROW, vmax=TEST, interpolation="nearest")
    axes.set_axis_off()
    present = [(label, colour) for number, (label, colour) in PARTS.items() if np.any(part == number)]
    axes.legend(handles=[Patch(color=colour, label=label) for label, colour in present], loc="upper right")


def picture(family: SplitFamily) -> bytes:
    """Return the PNG of a family."""
    return png_of(
        lambda figure: draw(family, figure),
        width_inches=WIDTH_INCHES,
        height_inches=HEIGHT_INCHES,
        dots_per_inch=DOTS_PER_INCH,
    )


def main() -> None:
    """Write the pictures of all families."""
    FOLDER.mkdir(exist_ok=True)
    for name, family in FAMILIES.items():
        (FOLDER / f"split_{name}.png").write_bytes(picture(family))


def _held_out_last(mixtures: Mixtures, part: IntArray) -> IntArray:
    """Place of each molecule: those that are in mixtures of the test but of no other part stand last."""

    def occurs_in(rows: BoolArray) -> BoolArray:
        return np.isin(np.arange(len(mixtures.molecules)), mixtures.component[rows[mixtures.row_of_entry]])

    mixed = ~mixtures.is_pure
    held_out = occurs_in(mixed & (part == TEST)) & ~occurs_in(mixed & np.isin(part, (TRAIN, VALIDATION)))
    place = np.empty(len(held_out), dtype=np.int64)
    place[np.argsort(held_out, kind="stable")] = np.arange(len(held_out))
    return place


if __name__ == "__main__":
    main()
