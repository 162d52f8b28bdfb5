"""The Python of every page runs as it stands, its blocks one after the other."""

from pathlib import Path

import pytest
from fenced import PAGES, blocks_of

WITH_PYTHON = [page for page in PAGES if any(block.language == "python" for block in blocks_of(page))]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "page"}
    for block in blocks_of(page):
        if block.language == "csv" and block.title is not None:
            (tmp_path / block.title).write_text(block.text)
        if block.language == "python":
            code = compile("\n" * block.line + block.text, page, "exec")
            exec(code, namespace)  # noqa: S102 - what a reader would do


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_an_example_is_short(page: Path) -> None:
    for block in blocks_of(page):
        code = [line for line in block.text.splitlines() if line and not line.startswith(("import ", "from "))]
        assert block.language != "python" or len(code) <= 30, f"{page}:{block.line}"


def test_there_are_examples() -> None:
    assert {page.name for page in WITH_PYTHON} >= {"metrics.md", "own_data.md", "own_parts.md", "splits.md"}
