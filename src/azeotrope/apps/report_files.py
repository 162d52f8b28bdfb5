"""The folder of a report: the page, and its tables and figures as files."""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, write_bytes, write_json
from azeotrope.runs.layout import LOCK

if TYPE_CHECKING:
    from azeotrope.reports.report_section import Section

INDEX = "index.html"
# Inside the folder: the names of the files that were written, and a lock and the files of a report that is under way.
OWN, WRITTEN, STAGED = ".azeotrope-report", "written.json", "staged"
PATIENCE_S = 60.0
_HINTS = dict.fromkeys((ENOSPC, EDQUOT), "free some space, or ") | dict.fromkeys(
    (EACCES, EPERM, EROFS), "change the permissions, or "
)
NAME = re.compile(r"index\.html|(?:tables|figures)/[a-z0-9_-]+\.[a-z]+")


def write_report_files(folder: Path, page: str, sections: Sequence["Section"]) -> Path:
    """Write the page with its tables and figures into a folder, and return the page's path.

    Everything is written aside and then moved into place at once, after the page before is gone and with the new page
    last: a page never stands beside the tables of another one. A report waits for another one into its folder. Files of
    the report before that this one lacks are removed; any other file stays.

    Raises
    ------
    RunError
        When a file is in the way that no report has written, when another report takes longer than a minute, or when
        the system refuses to write.
    """
    contents, own = _contents(page, sections), folder / OWN
    if not own.exists():
        _refuse_to_replace(folder, contents.keys())
    with _advised(folder):
        own.mkdir(parents=True, exist_ok=True)
    with _alone(folder, own):
        written = _written(own)
        _refuse_to_replace(folder, contents.keys() - written)
        with _advised(folder):
            _stage(own / STAGED, contents)
            write_json(own / WRITTEN, {"files": sorted(written | contents.keys())})
            _move(own / STAGED, folder, sorted(contents))
            _remove(folder, written - contents.keys())
            write_json(own / WRITTEN, {"files": sorted(contents)})
    return folder / INDEX


def _contents(page: str, sections: Sequence["Section"]) -> dict[str, bytes]:
    """Return the files of a report by their names in its folder."""
    from azeotrope.reports.report_page import FIGURES, TABLES
    from azeotrope.reports.table_csv import table_csv
    from azeotrope.reports.table_latex import table_latex
    from azeotrope.reports.table_markdown import table_markdown

    texts, pictures = {INDEX: page}, {}
    for table in (table for section in sections for table in section.tables):
        name = f"{TABLES}/{table.name}"
        texts |= {
            f"{name}.md": table_markdown(table),
            f"{name}.tex": table_latex(table),
            f"{name}.csv": table_csv(table),
        }
    for figure in (figure for section in sections for figure in section.figures):
        texts[f"{FIGURES}/{figure.name}.svg"] = figure.svg()
        pictures[f"{FIGURES}/{figure.name}.png"] = figure.png()
    return {name: text.encode(errors="backslashreplace") for name, text in texts.items()} | pictures


def _written(own: Path) -> set[str]:
    """Return the files that reports wrote; none where that is not known."""
    try:
        names = read_json_object(own / WRITTEN)["files"]
        return {name for name in names if NAME.fullmatch(name)}
    except (RunError, KeyError, TypeError):
        return set()


def _refuse_to_replace(folder: Path, names: AbstractSet[str]) -> None:
    """Raise where a file has one of the names."""
    if taken := [name for name in names if lexists(folder / name)]:
        file = folder / (INDEX if INDEX in taken else min(taken))
        raise RunError(
            f"{file} is there already and was not written by azeotrope report; name another folder with -o, or remove "
            "the file"
        )


def _stage(staged: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files into a folder of their own, in place of what a killed process left there."""
    shutil.rmtree(staged, ignore_errors=True)
    for name, content in contents.items():
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(staged / name, content)


def _move(staged: Path, folder: Path, names: Sequence[str]) -> None:
    """Move staged files into place; there is no page meanwhile."""
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
    (folder / INDEX).unlink(missing_ok=True)
    for name in (*(name for name in names if name != INDEX), INDEX):
        (staged / name).replace(folder / name)
    shutil.rmtree(staged)


def _remove(folder: Path, names: AbstractSet[str]) -> None:
    """Remove files, and their folders where these are empty then."""
    for name in names:
        (folder / name).unlink(missing_ok=True)
        with suppress(OSError):
            (folder / name).parent.rmdir()


@contextmanager
def _alone(folder: Path, own: Path) -> Iterator[None]:
    """Hold a lock, which the system gives back when the process dies."""
    lock = FileLock(own / LOCK)
    try:
        lock.acquire(timeout=PATIENCE_S)
    except Timeout as error:
        raise RunError(f"another report is being written to {folder}; try again when it is done") from error
    except OSError as error:
        raise RunError(f"cannot lock {own}: {error.strerror or error}; name another folder with -o") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _advised(folder: Path) -> Iterator[None]:
    """Say what to do when the system refuses to write."""
    try:
        yield
    except (OSError, RunError) as error:
        cause = error.__cause__ if isinstance(error, RunError) else error
        reason, hint = getattr(cause, "strerror", None) or cause, _HINTS.get(getattr(cause, "errno", None) or 0, "")
        raise RunError(f"cannot write the report to {folder}: {reason}; {hint}name another folder with -o") from error
