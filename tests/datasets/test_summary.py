import math
from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.datasets.curation import CurationRules, curate
from azeotrope.datasets.dataset import Dataset, PropertyInfo
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.summary import Summary, summarise

RawTableMaker = Callable[..., RawTable]
BINARY = "smiles_1,fraction_1,smiles_2,fraction_2"


def summary_of(raw: RawTable, bin_k: float | None = None, stereo: str = "keep") -> Summary:
    info = PropertyInfo("mine", "boiling", "K", LinearMixing(), reference_temperature_bin_k=bin_k)
    return summarise(Dataset(info, *curate([raw], CurationRules(stereo=stereo))))


def test_no_rows(raw_table: RawTableMaker) -> None:
    table, report = curate([raw_table(f"{BINARY},value\nO,1,,,1")], CurationRules())
    info = PropertyInfo("mine", "boiling", "K", LinearMixing())
    counts = summarise(Dataset(info, table.take([]), report))
    assert (counts.mixture_rows, counts.combinations, counts.molecules) == (0, 0, 0)
    assert (counts.pure_rows, counts.pure_molecules) == (0, 0)
    assert math.isnan(counts.coverage)
    assert math.isnan(counts.ideal_rmse)


def test_pure_rows_alone_have_no_coverage_rather_than_none(raw_table: RawTableMaker) -> None:
    counts = summary_of(raw_table(f"{BINARY},value\nO,1,,,1"))
    assert (counts.mixture_rows, counts.pure_rows, counts.pure_molecules) == (0, 1, 1)
    assert math.isnan(counts.coverage)
    assert math.isnan(counts.ideal_rmse)


def test_counts_coverage_and_ideal_deviation_by_hand(raw_table: RawTableMaker) -> None:
    """Ideal values of the two covered rows: 15 and 12; deviations 3 and -1; sqrt((9 + 1) / 2) = 2.23607."""
    rows = "O,1,,,10\nCCO,1,,,20\nO,0.5,CCO,0.5,18\nO,0.8,CCO,0.2,11\nO,0.5,C,0.5,7\nN,1,,,3"
    counts = summary_of(raw_table(f"{BINARY},value\n{rows}"))
    assert (counts.mixture_rows, counts.combinations, counts.molecules) == (3, 2, 3)
    assert (counts.pure_rows, counts.pure_molecules) == (3, 3)
    assert counts.coverage == pytest.approx(2 / 3)
    assert counts.ideal_rmse == pytest.approx(np.sqrt(5))


def test_references_need_the_same_temperature_or_the_same_bin(raw_table: RawTableMaker) -> None:
    text = f"{BINARY},temperature,value\nO,1,,,300,1\nC,1,,,300,1\nO,0.5,C,0.5,300,1\nO,0.5,C,0.5,300.04,1"
    assert summary_of(raw_table(text)).coverage == 0.5
    assert summary_of(raw_table(text), bin_k=0.1).coverage == 1.0


def test_solutes_are_not_counted_as_molecules_of_mixtures(raw_table: RawTableMaker) -> None:
    counts = summary_of(raw_table(f"{BINARY},solute,value\nO,0.5,C,0.5,CCO,1\nO,0.5,C,0.5,CC,1"))
    assert (counts.mixture_rows, counts.combinations, counts.molecules) == (2, 1, 2)


@pytest.mark.parametrize(("stereo", "combinations", "molecules"), [("keep", 2, 3), ("drop", 1, 2)])
def test_stereo_isomers_count_by_config(
    raw_table: RawTableMaker, stereo: str, combinations: int, molecules: int
) -> None:
    raw = raw_table(f"{BINARY},value\nC/C=C/C,0.5,O,0.5,1\nC/C=C\\C,0.5,O,0.5,2")
    counts = summary_of(raw, stereo=stereo)
    assert (counts.combinations, counts.molecules) == (combinations, molecules)
