from pathlib import Path

import pytest
from matplotlib.figure import Figure

from azeotrope.apps.report_files import write_report_files
from azeotrope.errors import RunError
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_page import report_page
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn


def draw(canvas: Figure) -> None:
    canvas.subplots().plot([0, 1], [0, 1])


def section(name: str) -> Section:
    table = ReportTable(f"{name}-table", "Caption", (TableColumn("model"),), ((TableCell("ideal"),),))
    return Section(name, "Title", "", (table,), (ReportFigure(f"{name}-figure", "Caption", draw, 3, 2),))


def write(folder: Path, *names: str) -> Path:
    sections = [section(name) for name in names]
    return write_report_files(folder, report_page("T", [], sections, made_from="", audits=None), sections)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def of(name: str) -> set[str]:
    tables = {f"tables/{name}-table.{form}" for form in ("md", "tex", "csv")}
    return tables | {f"figures/{name}-figure.{form}" for form in ("svg", "png")}


def test_every_table_and_figure_is_a_file_in_each_form(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    assert write(folder, "one", "two") == folder / "index.html"
    assert files(folder) == {"index.html"} | of("one") | of("two")
    assert (folder / "figures" / "one-figure.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "figures" / "one-figure.svg").read_text(encoding="utf-8")


def test_what_the_page_before_showed_goes_and_all_else_stays(tmp_path: Path) -> None:
    write(tmp_path, "one", "two")
    (tmp_path / "tables" / "mine.csv").write_text("mine")
    write(tmp_path, "two")
    assert files(tmp_path) == {"index.html", "tables/mine.csv"} | of("two")


def test_without_sections_there_is_the_page_alone(tmp_path: Path) -> None:
    write(tmp_path)
    assert files(tmp_path) == {"index.html"}


def test_a_page_of_somebody_else_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b'\xff<a href="tables/../../x.csv">')
    write(tmp_path, "one")
    assert files(tmp_path) == {"index.html"} | of("one")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError, match=r"cannot create .*file.*-o"):
        write(tmp_path / "file", "one")
