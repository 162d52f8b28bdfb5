import errno
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from azeotrope.apps import report_files
from azeotrope.apps.report_files import OWN, STAGED, WRITTEN, write_report_files
from azeotrope.errors import RunError
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_page import report_page
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.runs.lock import RunLock


def draw(canvas: Figure) -> None:
    canvas.subplots().plot([0, 1], [0, 1])


def section(name: str) -> Section:
    table = ReportTable(f"{name}-table", "Caption", (TableColumn("model"),), ((TableCell("ideal"),),))
    return Section(name, "Title", "", (table,), (ReportFigure(f"{name}-figure", "Caption", draw, 3, 2),))


def write(folder: Path, *names: str) -> Path:
    sections = [section(name) for name in names]
    return write_report_files(folder, report_page("T", [], sections, made_from="", audits=None), sections)


def files(folder: Path) -> set[str]:
    """What a person sees."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and OWN not in path.parts}


def of(name: str) -> set[str]:
    tables = {f"tables/{name}-table.{form}" for form in ("md", "tex", "csv")}
    return tables | {f"figures/{name}-figure.{form}" for form in ("svg", "png")}


def test_every_table_and_figure_is_a_file_in_each_form(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    assert write(folder, "one", "two") == folder / "index.html"
    assert files(folder) == {"index.html"} | of("one") | of("two")
    assert (folder / "figures" / "one-figure.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "figures" / "one-figure.svg").read_text(encoding="utf-8")


def test_what_the_report_before_wrote_goes_and_all_else_stays(tmp_path: Path) -> None:
    write(tmp_path, "one", "two")
    (tmp_path / "tables" / "mine.csv").write_text("mine")
    write(tmp_path, "two")
    assert files(tmp_path) == {"index.html", "tables/mine.csv"} | of("two")


def test_without_sections_there_is_the_page_alone(tmp_path: Path) -> None:
    write(tmp_path, "one")
    write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [OWN, "index.html"]


def test_a_page_of_somebody_else_stays_with_all_it_links_to(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    own = {"index.html": '<a href="tables/precious.csv">', "tables/precious.csv": "1"}
    for name, content in own.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(RunError, match=r"index\.html is there already and was not written by azeotrope report.* -o"):
        write(tmp_path, "one")
    assert {name: (tmp_path / name).read_text() for name in files(tmp_path)} == own
    assert not (tmp_path / OWN).exists()


def test_a_file_of_somebody_else_in_the_place_of_a_new_table_stays(tmp_path: Path) -> None:
    write(tmp_path, "one")
    (tmp_path / "tables" / "two-table.csv").write_text("mine")
    with pytest.raises(RunError, match=r"two-table\.csv is there already"):
        write(tmp_path, "two")
    assert files(tmp_path) == {"index.html", "tables/two-table.csv"} | of("one")


@pytest.mark.parametrize("content", ["{", "[]", '{"files": 3}', '{"files": ["../mine", "/etc/x", 3]}'])
def test_a_damaged_list_of_files_removes_nothing(tmp_path: Path, content: str) -> None:
    folder = tmp_path / "report"
    write(folder, "one")
    (tmp_path / "mine").write_text("mine")
    (folder / OWN / WRITTEN).write_text(content)
    with pytest.raises(RunError, match="is there already"):
        write(folder, "two")
    assert files(tmp_path) == {"mine", "report/index.html"} | {f"report/{name}" for name in of("one")}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError, match=r"cannot write the report to .*file: Not a directory; name another folder with"):
        write(tmp_path / "file", "one")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "free some space, or name"),
        (errno.EDQUOT, "free some space, or name"),
        (errno.EACCES, "change the permissions, or name"),
        (errno.EPERM, "change the permissions, or name"),
        (errno.EROFS, "change the permissions, or name"),
        (errno.ENOENT, "name"),
        (errno.ENAMETOOLONG, "name"),
    ],
)
def test_the_advice_fits_what_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(RunError) as caught:
        write(tmp_path / "report", "one")
    expected = (
        f"cannot write the report to {tmp_path / 'report'}: {os.strerror(number)}; {advice} another folder with -o"
    )
    assert str(caught.value) == expected


def test_names_outside_the_folder_are_never_removed(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    write(folder, "one")
    (tmp_path / "mine.csv").write_text("mine")
    names = ["index.html", "../mine.csv", "tables/../../mine.csv", str(tmp_path / "mine.csv")]
    (folder / OWN / WRITTEN).write_text(json.dumps({"files": names}))
    write(folder, "two")
    assert (tmp_path / "mine.csv").read_text() == "mine"


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.fixture
def kill_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Make a later move of a file the last thing that happens."""
    replace = Path.replace

    def at(count: int) -> None:
        moves: Iterator[int] = iter(range(count))

        def move(source: Path, target: Path) -> Path:
            if next(moves, None) is None:
                raise Killed
            return replace(source, target)

        monkeypatch.setattr(Path, "replace", move)

    return at


@pytest.mark.parametrize("moves", range(0, 26, 3))
def test_a_page_never_stands_beside_tables_of_another(
    tmp_path: Path, kill_at: Callable[[int], None], moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "one")
    page = (tmp_path / "index.html").read_bytes()
    kill_at(moves)
    with suppress(Killed):
        write(tmp_path, "two")
    monkeypatch.undo()
    if (tmp_path / "index.html").exists():
        shown = "one" if (tmp_path / "index.html").read_bytes() == page else "two"
        assert of(shown) <= files(tmp_path)
        assert shown == "two" or files(tmp_path) == {"index.html"} | of("one")
    write(tmp_path, "three")
    assert files(tmp_path) == {"index.html"} | of("three")
    assert not (tmp_path / OWN / STAGED).exists()


def test_one_report_waits_for_another(tmp_path: Path) -> None:
    write(tmp_path, "one")
    before = (tmp_path / "index.html").read_bytes()
    with RunLock(tmp_path / OWN).held():
        waiting = threading.Thread(target=write, args=(tmp_path, "two"))
        waiting.start()
        waiting.join(timeout=2)
        assert waiting.is_alive()
        assert (tmp_path / "index.html").read_bytes() == before
        assert files(tmp_path) == {"index.html"} | of("one")
    waiting.join(timeout=30)
    assert files(tmp_path) == {"index.html"} | of("two")


def test_a_report_that_never_ends_stops_no_other_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "one")
    monkeypatch.setattr(report_files, "PATIENCE_S", 0.1)
    with RunLock(tmp_path / OWN).held(), pytest.raises(RunError, match="another report is being written to"):
        write(tmp_path, "two")
    assert files(tmp_path) == {"index.html"} | of("one")


def test_a_full_disk_leaves_the_report_before_and_names_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "one")
    fsync = os.fsync
    synced: list[int] = []

    def full(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) > 3:
            raise OSError(28, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"cannot write the report to .*: No space left on device; .* -o") as caught:
        write(tmp_path, "two")
    assert "AZEOTROPE_OUTPUTS" not in str(caught.value)
    assert files(tmp_path) == {"index.html"} | of("one")
    assert json.loads((tmp_path / OWN / WRITTEN).read_text())["files"] == sorted({"index.html"} | of("one"))
