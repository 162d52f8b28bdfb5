import pytest

from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn


def test_units_stand_in_brackets() -> None:
    assert TableColumn("RMSE", "K").heading == "RMSE [K]"
    assert TableColumn("folds").heading == "folds"


@pytest.mark.parametrize("name", ["", "A", "a b", "../a", "ä"])
def test_a_name_is_good_for_a_file_and_an_anchor(name: str) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        ReportTable(name, "", (), ())


def test_every_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="row 1 of t has 2 cells for 1 columns"):
        ReportTable("t", "", (TableColumn("a"),), ((TableCell("1"),), (TableCell("1"), TableCell("2"))))


def test_a_table_may_be_empty() -> None:
    assert ReportTable("t-0_1", "", (), ()).rows == ()
