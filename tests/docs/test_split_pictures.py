from pathlib import Path

import numpy as np
import pytest
import split_pictures
from split_pictures import (
    FAMILIES,
    LEFT_OUT,
    N_MOLECULES,
    TEST,
    TRAIN,
    VALIDATION,
    example_table,
    part_of_row,
    pixels_of,
)

ROOT = Path(__file__).resolve().parents[2]
CELL = len(split_pictures.FRACTIONS) + 1


def pixels(name: str) -> np.ndarray:
    table = example_table()
    return pixels_of(table, part_of_row(table, FAMILIES[name].split(table, 0)))


def diagonal(picture: np.ndarray) -> np.ndarray:
    return np.array([picture[i * CELL : i * CELL + 4, i * CELL : i * CELL + 4] for i in range(N_MOLECULES)])


@pytest.mark.parametrize("name", FAMILIES)
def test_the_picture_of_a_family_is_up_to_date(name: str) -> None:
    picture = ROOT / "docs" / "pictures" / f"split_{name}.png"
    assert picture.read_bytes() == split_pictures.picture(FAMILIES[name]), "python docs/tools/split_pictures.py"


@pytest.mark.parametrize("name", FAMILIES)
def test_a_page_shows_the_picture(name: str) -> None:
    assert f"(pictures/split_{name}.png)" in (ROOT / "docs" / "splits.md").read_text()


@pytest.mark.parametrize("name", FAMILIES)
def test_every_row_is_drawn_once(name: str) -> None:
    table = example_table()
    part = part_of_row(table, FAMILIES[name].split(table, 0))
    drawn = np.bincount(pixels(name).ravel(), minlength=5)[1:]
    weight = np.where(table.mixtures.is_pure, 4, 1)  # a pure compound is as wide as four compositions
    assert drawn.tolist() == np.bincount(part, weight, minlength=5)[1:].tolist()


def test_pure_compounds_train_in_a_mixture_split() -> None:
    assert (diagonal(pixels("mixture")) == TRAIN).all()


def test_the_lower_half_of_a_cell_is_cold() -> None:
    cells = diagonal(pixels("mixture_temperature"))
    assert (cells[:, 2:] == TRAIN).all()
    assert (cells[:, :2] == LEFT_OUT).all()


def test_held_out_molecules_stand_last() -> None:
    picture = pixels("molecule")
    rows = np.flatnonzero((picture == TEST).any(axis=1))
    assert rows.min() >= 16 * CELL
    assert not np.isin(picture[16 * CELL :], (TRAIN, VALIDATION)).any()
