"""Debian's Chromium without a window, used as a person would, and what it saw as pictures.

Pictures are written to the folder that AZEOTROPE_SCREENSHOTS names, which `.ci/run` sets; without it they are not kept.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

HOW_TO = "to have it, on Debian: apt-get install chromium chromium-driver"
PROGRAMS = ("chromium", "chromedriver")
WIDE, PHONE = (1280, 900), (360, 740)


class Browser:
    """A window of Chromium.

    Parameters
    ----------
    driver
        Drives it.
    pictures
        Folder of the pictures.
    """

    def __init__(self, driver: Chrome, pictures: Path) -> None:
        self.driver = driver
        self.pictures = pictures

    def open(self, address: str) -> None:
        """Open a page after forgetting what the pages before have logged."""
        self.driver.get("about:blank")
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(address)

    def run(self, script: str, *arguments: object) -> Any:
        """Return what a script in the page returns."""
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> list[WebElement]:
        """Return the elements that a CSS selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """Return the first element that a CSS selector finds."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page a width and a height in CSS pixels, as on a screen of that size."""
        screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < WIDE[0]}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)

    def emulate(self, *, scheme: str = "light", medium: str = "") -> None:
        """Let the reader's system be light or dark, and the page be on a screen or printed."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium, "features": features})

    def press(self, key: str) -> None:
        """Press a key where the focus is."""
        self.driver.switch_to.active_element.send_keys(key)

    def errors(self) -> list[str]:
        """Return what the console says since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return the address of everything that was asked for since the page was opened."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [message for message in messages if message["method"] == "Network.requestWillBeSent"]
        return [message["params"]["request"]["url"] for message in sent]

    def picture(self, name: str, *, whole: bool = False) -> Path:
        """Write what is seen, or the whole page, as PNG."""
        file = self.pictures / f"{name}.png"
        if whole:
            height = self.run("return document.documentElement.scrollHeight")
            width = self.run("return window.innerWidth")
            self.resize((width, min(height, 12000)))
        self.driver.get_screenshot_as_file(str(file))
        if whole:
            self.resize(WIDE)
        return file


@pytest.fixture(scope="session", name="driver")
def fixture_driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Skip where there is no Chromium, but fail where the environment says that there must be one."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        is_required = os.environ.get("AZEOTROPE_REQUIRE_BROWSER") == "1"
        (pytest.fail if is_required else pytest.skip)(f"{' and '.join(missing)} not installed; {HOW_TO}")
    options = ChromeOptions()
    options.binary_location = shutil.which(PROGRAMS[0]) or ""
    own = f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"
    # Without a sandbox, since root may not have one; without calls home.
    quiet = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server")
    silent = ("--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync")
    for argument in (own, *quiet, *silent):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options, ChromeService(shutil.which(PROGRAMS[1])))
    driver.set_page_load_timeout(120)
    yield driver
    driver.quit()


@pytest.fixture
def browser(driver: Chrome, tmp_path: Path) -> Browser:
    """A wide window of a light system."""
    folder = Path(os.environ.get("AZEOTROPE_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    window = Browser(driver, folder)
    window.resize(WIDE)
    window.emulate()
    return window
