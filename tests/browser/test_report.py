"""The report's page as readers use it: from a file, with a mouse, a keyboard, a phone, in the dark, on paper."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from azeotrope.reports.figure_style import BLUE, png_of
from azeotrope.reports.headline import Mark
from azeotrope.reports.markup import element, empty_element
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_page import report_page
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

pytestmark = pytest.mark.browser

Browser = Any  # see conftest.py

CONTRAST = Path(__file__).with_name("contrast.js")
EVIL = "<script>alert(1)</script>"
SMILES = "c12c3c4c5c1c1c6c7c2C%10#N"
ROWS = (
    ("viscosity", "mixture", "ideal", "0.302 ± 0.048", 0.302, Mark.PLAIN),
    ("viscosity", "mixture", "rdkit_xgb", "0.199 ± 0.028", 0.199, Mark.PLAIN),
    ("viscosity", "mixture", EVIL, "undefined", None, Mark.PLAIN),
    ("viscosity", "molecule", "dmpnn", "0.141 ± 0.017", 0.141, Mark.NEAR_BEST),
    (SMILES, "molecule", "azeotrope", "0.128 ± 0.014", 0.128, Mark.BEST),
    (SMILES, "molecule", "model10", "10.5 ± 0.014", 10.5, Mark.PLAIN),
)
COLUMNS = (
    TableColumn("data set"),
    TableColumn("split"),
    TableColumn("model"),
    TableColumn("excess RMSE", "ln(mPa s)", is_numeric=True),
    *(TableColumn(f"metric {number}", is_numeric=True) for number in range(6)),
)


def table(name: str, n_copies: int = 1) -> ReportTable:
    cells = [
        (*map(TableCell, names), TableCell(text, value, mark), *(TableCell("0.871 ± 0.021", 0.871) for _ in range(6)))
        for *names, text, value, mark in ROWS * n_copies
    ]
    return ReportTable(name, f"Excess RMSE of {EVIL}, mean ± sd over 5 folds.", COLUMNS, tuple(cells), ("A note.",))


def draw(canvas: Figure) -> None:
    axes = canvas.subplots()
    axes.plot([0, 0.5, 1], [0, 1, 0], "o-", color=BLUE, label=SMILES)
    axes.set(xlabel="x", ylabel="excess [kcal/mol]")
    axes.legend()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a page in a folder with characters that a path may have."""
    folder = tmp_path_factory.mktemp("report") / "out [1],a=b #50%"
    folder.mkdir()
    shown = (("viscosity", "mixture", "ideal"), (SMILES, "molecule", "azeotrope"), ("viscosity", "molecule", "dmpnn"))
    figures = (
        ReportFigure("both", f"Both data sets: {EVIL}", draw, 5, 3.4),
        *(
            ReportFigure(f"curve_{n}", f"A curve of {one}", draw, 9.4, 3.4, dataset=one, split=split, model=model)
            for n, (one, split, model) in enumerate(shown)
        ),
    )
    sections = (
        Section("leaderboard", "Leaderboard", "Smaller is better; the best is bold.", (table("leaderboard"),)),
        Section("long", "A long table", EVIL, (table("long", 20),)),
        Section("parity", "Figures", SMILES, figures=figures),
    )
    png = b64encode(png_of(draw, width_inches=4, height_inches=3)).decode()
    audits = element("p", "One panel.", empty_element("img", src=f"data:image/png;base64,{png}", alt="a curve"))
    answer = ["On viscosity, azeotrope is best: 0.128 ± 0.014 ln(mPa s).", f"The second is {EVIL} on {SMILES}."]
    text = report_page("Mixture models", answer, sections, made_from="Made from 30 runs.", audits=audits)
    (folder / "index.html").write_text(text, encoding="utf-8")
    return (folder / "index.html").as_uri()


def column(browser: Browser, place: int, table: str = "leaderboard") -> list[str]:
    """Texts of the rows that are seen."""
    script = "return [...document.querySelectorAll(arguments[0])].filter((row) => !row.hidden)"
    return browser.run(f"{script}.map((row) => row.cells[arguments[1]].textContent)", f"#table-{table} tbody tr", place)


def header(browser: Browser, place: int) -> WebElement:
    return browser.all("#table-leaderboard thead button")[place]


def test_it_opens_from_a_file_without_errors_and_asks_for_nothing_else(browser: Browser, page: str) -> None:
    browser.open(page)
    assert browser.one("h1").text == "Mixture models"
    assert browser.errors() == []
    assert [address for address in browser.requests() if not address.startswith("data:")] == [page]
    browser.picture("report_page_made_up", whole=True)


def test_texts_of_users_are_seen_as_text(browser: Browser, page: str) -> None:
    browser.open(page)
    text = browser.one("main").text
    assert EVIL in text
    assert SMILES in text
    assert browser.run("return document.scripts.length") == 1
    assert EVIL in column(browser, 2)
    assert column(browser, 0).count(SMILES) == 2


def test_the_answer_and_the_leaderboard_are_on_the_first_screen(browser: Browser, page: str) -> None:
    browser.open(page)
    below = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom < innerHeight"
    assert browser.run(below, ".answer")
    assert browser.run(below, "#table-leaderboard")
    assert browser.run(below, "nav")


def test_pictures_are_seen(browser: Browser, page: str) -> None:
    browser.open(page)
    sizes = browser.run("return [...document.querySelectorAll('figure svg')].map((svg) => svg.getBBox().width)")
    assert len(sizes) == 4
    assert min(sizes[:2]) > 0
    assert browser.run("return [...document.images].map((image) => image.naturalWidth)") == [600]


def test_a_click_sorts_by_value_and_another_the_other_way(browser: Browser, page: str) -> None:
    browser.open(page)
    header(browser, 3).click()
    ascending = ["0.128 ± 0.014", "0.141 ± 0.017", "0.199 ± 0.028", "0.302 ± 0.048", "10.5 ± 0.014"]
    assert column(browser, 3) == [*ascending, "undefined"]
    heading = browser.all("#table-leaderboard thead th")[3]
    assert heading.get_attribute("aria-sort") == "ascending"
    header(browser, 3).click()
    assert column(browser, 3) == [*reversed(ascending), "undefined"]
    assert heading.get_attribute("aria-sort") == "descending"
    header(browser, 1).click()
    assert column(browser, 1) == ["mixture"] * 3 + ["molecule"] * 3
    assert heading.get_attribute("aria-sort") is None


@pytest.mark.parametrize("key", [Keys.ENTER, Keys.SPACE])
def test_the_keyboard_sorts(browser: Browser, page: str, key: str) -> None:
    browser.open(page)
    browser.press(Keys.TAB)
    skip = browser.driver.switch_to.active_element
    assert skip.text == "Skip to the answer"
    assert skip.rect["x"] >= 0
    for _ in range(30):
        browser.press(Keys.TAB)
        if browser.run("return document.activeElement.closest('thead') !== null"):
            break
    outline = browser.run("return getComputedStyle(document.activeElement).outlineWidth")
    assert float(outline.removesuffix("px")) >= 2
    browser.press(Keys.TAB)
    browser.press(Keys.TAB)
    browser.press(key)
    assert column(browser, 2)[0] == EVIL
    assert browser.all("#table-leaderboard thead th")[2].get_attribute("aria-sort") == "ascending"


def test_text_and_choices_filter_every_table(browser: Browser, page: str) -> None:
    browser.open(page)
    browser.one("input[name=text]").send_keys("DMPNN")
    assert column(browser, 2) == ["dmpnn"]
    assert column(browser, 2, "long") == ["dmpnn"] * 20
    browser.one("select[name=split]").send_keys("mixture")
    assert column(browser, 2) == []
    states = [each.text for each in browser.all("[role=status]")]
    assert states == ["0 of 6 rows match the filter", "0 of 120 rows match the filter"]
    browser.one("button[type=reset]").click()
    assert len(column(browser, 2)) == 6
    options = browser.run("return [...document.querySelector('select[name=model]').options].map((each) => each.text)")
    assert options == ["all", EVIL, "azeotrope", "dmpnn", "ideal", "model10", "rdkit_xgb"]


def seen(browser: Browser) -> list[str]:
    """Names of the pictures that are seen."""
    found = "[...document.querySelectorAll('main figure')].filter((each) => each.checkVisibility())"
    return browser.run(f"return {found}.map((each) => each.id.replace('figure-', ''))")


def choose(browser: Browser, name: str, value: str) -> None:
    browser.one(f"select[name='{name}']").send_keys(value)


def test_what_is_chosen_hides_the_pictures_of_others(browser: Browser, page: str) -> None:
    browser.open(page)
    assert seen(browser) == ["both", "curve_0"]
    choose(browser, "data set", "visc")
    assert seen(browser) == ["both", "curve_0", "curve_2"]  # unfolded, since what is wanted may be folded
    assert column(browser, 0) == ["viscosity"] * 4
    choose(browser, "split", "mol")
    assert seen(browser) == ["both", "curve_2"]
    browser.one("button[type=reset]").click()  # fields are empty after the click's event
    WebDriverWait(browser.driver, 30).until(lambda _: seen(browser) == ["both", "curve_0", "curve_1", "curve_2"])
    choose(browser, "model", "ide")
    assert seen(browser) == ["both", "curve_0"]
    assert not browser.one(".more").is_displayed()
    assert browser.errors() == []


@pytest.mark.parametrize("key", [Keys.ENTER, Keys.SPACE])
def test_the_keyboard_unfolds_pictures(browser: Browser, page: str, key: str) -> None:
    browser.open(page)
    assert browser.one(".more summary").text == "Figures: 2 more"
    browser.run("document.querySelector('.more summary').focus()")
    browser.press(key)
    assert seen(browser) == ["both", "curve_0", "curve_1", "curve_2"]
    browser.press(key)
    assert seen(browser) == ["both", "curve_0"]
    assert browser.errors() == []


def test_pictures_stand_beside_each_other_and_wide_ones_alone_with_their_caption(browser: Browser, page: str) -> None:
    browser.open(page)
    browser.run("document.querySelector('.more').open = true")
    place = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
    picture, caption = (browser.run(place, f"#figure-curve_0 {part}") for part in (".picture", "figcaption"))
    assert caption["left"] > picture["right"]
    assert caption["top"] < picture["bottom"]
    grid = "return getComputedStyle(document.querySelector('.beside')).gridTemplateColumns.split(' ').length"
    assert browser.run(grid) == 2
    browser.resize((390, 844))
    assert browser.run(grid) == 1


def test_blue_is_lighter_in_the_dark(browser: Browser, page: str) -> None:
    line = "return getComputedStyle(document.querySelector('figure svg [style*=--blue]')).stroke"
    browser.open(page)
    browser.run("document.documentElement.dataset.theme = 'light'")
    assert browser.run(line) == "rgb(0, 114, 178)"
    browser.run("document.documentElement.dataset.theme = 'dark'")
    assert browser.run(line) == "rgb(86, 180, 233)"
    browser.run("delete document.documentElement.dataset.theme")


def ground(browser: Browser) -> str:
    return browser.run("return getComputedStyle(document.body).backgroundColor")


def test_light_and_dark_follow_the_system_and_the_button(browser: Browser, page: str) -> None:
    browser.open(page)
    light = ground(browser)
    browser.emulate(scheme="dark")
    dark = ground(browser)
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(21, 24, 28)")
    browser.picture("report_page_made_up_dark", whole=True)
    button = browser.one("button.theme")
    assert button.text == "Light theme"
    button.click()
    assert ground(browser) == light
    browser.open(page)
    assert ground(browser) == light
    browser.one("button.theme").click()
    assert ground(browser) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough_to_read(browser: Browser, page: str, scheme: str) -> None:
    browser.emulate(scheme=scheme)
    browser.open(page)
    browser.run("delete document.documentElement.dataset.theme")
    assert browser.run(CONTRAST.read_text()) == []


def test_a_phone_scrolls_tables_inside_and_the_page_only_down(browser: Browser, page: str) -> None:
    browser.resize((360, 740))
    browser.open(page)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    wide = browser.run("const box = document.querySelector('.scroll'); return box.scrollWidth > box.clientWidth")
    assert wide
    scale = "return arguments[0].getBoundingClientRect().width / parseFloat(arguments[0].style.maxWidth)"
    assert all(browser.run(scale, svg) >= 0.749 for svg in browser.all("figure svg") if svg.is_displayed())
    browser.picture("report_page_made_up_phone")


def test_a_wide_screen_needs_no_scrolling_to_the_side(browser: Browser, page: str) -> None:
    browser.open(page)
    assert browser.run("return document.documentElement.scrollWidth") <= 1280


def test_on_paper_every_row_is_seen_and_no_control(browser: Browser, page: str) -> None:
    browser.open(page)
    browser.emulate(scheme="dark", medium="print")
    hidden = browser.run(
        "return [...document.querySelectorAll('nav, form, .theme')].every((each) => each.offsetParent === null)"
    )
    assert hidden
    whole = "return [...document.querySelectorAll('.scroll')].every((box) => box.scrollHeight <= box.clientHeight)"
    assert browser.run(whole)
    folded = "return document.querySelector('#figure-curve_2').getBoundingClientRect().height"
    assert browser.run(folded) > 100
    assert ground(browser) == "rgb(255, 255, 255)"


def test_printing_unfolds_and_folds_again(browser: Browser, page: str) -> None:
    browser.open(page)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert seen(browser) == ["both", "curve_0", "curve_1", "curve_2"]
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert seen(browser) == ["both", "curve_0"]


def test_without_its_script_all_can_be_read(browser: Browser, page: str) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
        assert len(browser.all("#table-long tbody tr")) == 120
        assert browser.all("button") == []
        assert browser.one("nav").is_displayed()
        browser.one(".more summary").click()
        assert browser.one("#figure-curve_2").is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
