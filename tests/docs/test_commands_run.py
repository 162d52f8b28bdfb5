"""The commands of every page run in their order, on small sizes, as a reader gives them."""

import subprocess
from pathlib import Path

import pytest
from fenced import PAGES, Command, commands_of, every_command, write_files
from small import EXCEPTIONS, exception, needs_published_data, small

from azeotrope.places import outputs_folder
from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State

TIMEOUT_S = 300
FIRST = "python train.py dataset=csv dataset.path=my.csv model=rdkit_ridge split=random"


def run_of_a_model() -> str:
    """Return the id of the newest finished run of a model that learns."""
    done = [run for run in list_runs(outputs_folder()) if run.inspection.state is State.DONE]
    learned = [run for run in done if not run.identity.is_audit and run.config["labels"]["model"] != "ideal"]
    return max(learned, key=lambda run: run.status.finished or "").run_id


def give(text: str, checkout: Path) -> None:
    """Give a command to a shell, its placeholder filled in."""
    text = text.replace("RUN", run_of_a_model()) if "RUN" in text else text
    result = subprocess.run(
        ["bash", "-c", text], cwd=checkout, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert result.returncode == 0, f"{text}\n{result.stdout[-2000:]}\n{result.stderr[-4000:]}"


def to_run(page: Path) -> list[Command]:
    return [command for command in commands_of(page) if exception(command.text) is None]


def parameter(page: Path) -> object:
    needs_data = any(needs_published_data(command.text) for command in to_run(page))
    return pytest.param(page, id=page.name, marks=[pytest.mark.data] if needs_data else [])


@pytest.fixture(scope="module")
def with_a_run(checkout: Path) -> Path:
    """There is a finished run, whichever page is tested alone."""
    give(small(FIRST), checkout)
    return checkout


@pytest.mark.slow
@pytest.mark.parametrize("page", [parameter(page) for page in PAGES if to_run(page)])
def test_the_commands_of_a_page_run(page: Path, with_a_run: Path) -> None:
    write_files(page, with_a_run)
    (with_a_run / "outputs" / "mlflow.db").touch()
    for command in to_run(page):
        give(small(command.text), with_a_run)


def test_every_exception_is_one() -> None:
    texts = [command.text for command in every_command()]
    for pattern in EXCEPTIONS:
        assert any(exception(text) == EXCEPTIONS[pattern] for text in texts), f"nothing needs {pattern}"


def test_most_commands_are_run() -> None:
    commands = every_command()
    assert sum(exception(command.text) is None for command in commands) > len(commands) / 2


@pytest.mark.parametrize(
    ("text", "needs_data"),
    [
        ("python train.py dataset=viscosity", True),
        ("azeotrope data show mon", True),
        ("python train.py -m dataset=flash_point,dcn", True),
        ("python train.py dataset=csv dataset.path=my.csv", False),
        ("azeotrope data show enthalpy_unifac", False),
        ("python train.py -m model=ideal", False),
    ],
)
def test_commands_that_read_published_data_are_known(text: str, needs_data: bool) -> None:
    assert needs_published_data(text) == needs_data


def test_what_a_command_says_itself_stays() -> None:
    assert small("azeotrope status") == "azeotrope status"
    assert small("python train.py debug=fast split.fold=1") == "python train.py debug=fast split.fold=1 'tracking=none'"
