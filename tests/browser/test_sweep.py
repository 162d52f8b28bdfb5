"""What a person sees after a sweep: the report, and MLflow's pages."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Browser = Any  # see conftest.py
ROOT = Path(__file__).resolve().parents[2]
EVIL = "<script>alert(1)</script>"
# The SMILES of buckminsterfullerene has ring numbers with a percent sign.
FULLERENE = (
    "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4"
    "c4c9c5c1c1c6c2c3c41"
)
PURE = {"CCO": 1.0, "O": 2.2, "CCCCCC": 0.2, "c1ccccc1": 0.6, "CC(C)=O": 0.5, "CO": 1.2, "CC#N": 0.8, FULLERENE: 3.0}
MODELS = ("ideal", "rdkit_ridge")
SPLITS = ("mixture", "random")


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs of a sweep over two models and two splits of two folds, mirrored to MLflow, with its report."""
    folder = tmp_path_factory.mktemp("sweep") / "out [1],a=b"
    file = folder.parent / "mixtures.csv"
    lines = ["smiles_1,fraction_1,smiles_2,fraction_2,value", *(f"{smiles},1,,,{z}" for smiles, z in PURE.items())]
    for (first, a), (second, b) in combinations(PURE.items(), 2):
        values = {x: x * a + (1 - x) * b + x * (1 - x) * (a - b) ** 2 for x in (0.1, 0.3, 0.5, 0.7, 0.9)}
        lines += [f"{first},{x},{second},{round(1 - x, 1)},{value}" for x, value in values.items()]
    file.write_text("\n".join(lines) + "\n")
    own = [f"dataset.path={file}", f"dataset.name='{EVIL}'", "dataset.unit=K", "split.folds=[0,1]"]
    sweep = [f"model={','.join(MODELS)}", f"split={','.join(SPLITS)}"]
    environment = os.environ | {"AZEOTROPE_OUTPUTS": str(folder)}
    for words in (
        [str(ROOT / "train.py"), "-m", "dataset=csv", *own, *sweep],
        ["-c", "from azeotrope.apps.cli import main; main()", "report", "--last"],
    ):
        done = subprocess.run(
            [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout == f"{folder / 'report' / 'index.html'}\n"
    return folder


def test_the_report_of_a_sweep(browser: Browser, outputs: Path) -> None:
    page = (outputs / "report" / "index.html").as_uri()
    browser.open(page)
    assert browser.errors() == []
    assert [address for address in browser.requests() if not address.startswith("data:")] == [page]
    text = browser.one("main").text
    assert all(name in text for name in (*MODELS, *SPLITS, EVIL))
    assert browser.run("return document.scripts.length") == 1
    assert "8 runs of 4 experiments" in browser.one(".made").text
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    sizes = browser.run("return [...document.querySelectorAll('figure svg')].map((svg) => svg.getBBox().width)")
    assert sizes
    assert min(sizes) > 0
    picture_texts = browser.run("return document.querySelector('main').textContent")
    assert "CC#N" in picture_texts
    for name, scheme in (("report", "light"), ("report_dark", "dark")):
        browser.emulate(scheme=scheme)
        browser.picture(name)
        browser.picture(f"{name}_whole", whole=True)
    browser.emulate()
    browser.resize((360, 740))
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    browser.picture("report_phone")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_the_report_has_contrast(browser: Browser, outputs: Path, scheme: str) -> None:
    browser.emulate(scheme=scheme)
    browser.open((outputs / "report" / "index.html").as_uri())
    assert browser.run(Path(__file__).with_name("contrast.js").read_text()) == []


def run_name(model: str, split: str) -> str:
    return f"{model} · {split} · {EVIL}"


def wait_for(browser: Browser, *texts: str) -> None:
    """Wait until a page that its scripts build shows all texts."""
    waiting = WebDriverWait(browser.driver, 60, ignored_exceptions=[WebDriverException])
    waiting.until(lambda _: all(text in browser.one("body").text for text in texts), f"{texts} do not appear")


def wait_for_one(browser: Browser, selector: str) -> WebElement:
    """Return an element as soon as there is one."""
    return WebDriverWait(browser.driver, 60).until(lambda _: browser.one(selector), f"{selector} does not appear")


def test_mlflow_shows_the_runs_of_a_sweep_and_two_beside_each_other(
    browser: Browser, outputs: Path, serve: Callable[..., Any]
) -> None:
    server = serve(outputs / "mlflow.db")
    infos = [run["info"] for run in server.runs() if tags(run).get("kind") == "experiment"]
    ids = {info["run_name"]: info["run_id"] for info in infos}
    assert set(ids) == {run_name(model, split) for model in MODELS for split in SPLITS}
    pages = f"{server.address}/#/experiments/{infos[0]['experiment_id']}"
    browser.resize((1600, 1000))

    browser.open(f"{pages}/runs?viewStateShareKey=azeotrope&workflowType=machine_learning")
    wait_for(browser, *ids, EVIL, "excess_rmse")
    browser.run("document.querySelector('[aria-label=Close]')?.click()")  # what else the page opens beside the table
    browser.picture("mlflow_models_compared")

    browser.open(f"{pages}/runs")
    wait_for_one(browser, ".ag-cell[col-id*='Run Name'] button").click()
    wait_for(browser, *ids)
    browser.picture("mlflow_runs")

    two = ",".join(f'"{ids[run_name(model, "mixture")]}"' for model in MODELS)
    browser.open(f'{server.address}/#/compare-runs?runs=[{two}]&experiments=["{infos[0]["experiment_id"]}"]')
    wait_for(browser, "Comparing 2 Runs", *(run_name(model, "mixture") for model in MODELS), "conformal_coverage")
    browser.picture("mlflow_comparison")


def tags(run: dict[str, Any]) -> dict[str, str]:
    return {tag["key"]: tag["value"] for tag in run["data"]["tags"]}
