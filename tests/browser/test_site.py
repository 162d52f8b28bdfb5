"""The site is built without a warning, reading it asks no other host for anything, and from the disk it can search."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
LOADING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}


class Loaded(HTMLParser):
    """Collects what a browser loads by itself when it shows a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get(LOADING.get(tag, ""))
        if address is not None:
            self.addresses.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    assert "WARNING" not in build.stderr
    return folder


@pytest.mark.slow
def test_every_page_is_there_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = {page.relative_to(site).with_suffix("").as_posix(): page for page in site.rglob("*.html")}
    sources = {page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sources <= set(pages)
    for page in pages.values():
        addresses = Loaded(page).addresses
        assert addresses
        assert not [address for address in addresses if re.match(r"(\w+:)?//", address)], page


@pytest.mark.slow
def test_the_reference_shows_docstrings_and_formulas(site: Path) -> None:
    metrics = (site / "api" / "metrics.html").read_text()
    assert "z<sup>E</sup> = z - z<sup>id</sup>" in metrics
    assert "<strong>Returns:</strong></p>\n<p>In the unit of the values, 0 or larger." in metrics
    assert not [page for page in site.rglob("*.html") if ":math:" in page.read_text()]
    assert 'id="azeotrope.models.protocol.Model.fit"' in (site / "api" / "models.html").read_text()


@pytest.mark.slow
def test_tools_are_no_part_of_the_site(site: Path) -> None:
    assert not list(site.rglob("*.py"))


@pytest.mark.slow
@pytest.mark.browser
def test_a_search_in_pages_opened_from_the_disk(site: Path, browser: Any) -> None:
    browser.open((site / "splits.html").as_uri())
    browser.one("input.md-search__input").send_keys("Holm correction")
    found = WebDriverWait(browser.driver, 30).until(lambda _: browser.all(".md-search-result__link"))
    assert "/metrics.html" in found[0].get_attribute("href")
    assert browser.errors() == []
