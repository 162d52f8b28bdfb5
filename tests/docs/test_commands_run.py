"""The commands of every page run in their order, on small sizes, as a reader gives them."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fenced import PAGES, commands_of, every_command, write_files
from small import MORE, is_server, needs_published_data, needs_slurm, small, small_commands

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


def parameter(page: Path) -> object:
    needs_data = any(needs_published_data(command.text) for command in commands_of(page))
    return pytest.param(page, id=page.name, marks=[pytest.mark.data] if needs_data else [])


def commands_for_slurm() -> list[object]:
    return [pytest.param(each.text, id=str(each)) for each in every_command() if needs_slurm(each.text)]


@pytest.fixture(scope="module")
def with_a_run(checkout: Path, tiny_t5: Path) -> Iterator[Path]:
    """There is a finished run, whichever page is tested alone, and an encoder on disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TINY_T5", str(tiny_t5))
        give(small(FIRST), checkout)
        yield checkout


@pytest.mark.slow
@pytest.mark.parametrize("page", [parameter(page) for page in PAGES if commands_of(page)])
def test_the_commands_of_a_page_run(page: Path, with_a_run: Path, serve: Callable[..., object]) -> None:
    write_files(page, with_a_run)
    database = with_a_run / "outputs" / "mlflow.db"
    database.touch()
    for command in commands_of(page):
        if is_server(command.text):
            serve(database, command=["bash", "-c", f'cd {with_a_run} && exec {command.text} "$@"', "bash"])
        elif not needs_slurm(command.text):
            for text in small_commands(command.text, with_a_run):
                give(text, with_a_run)


@pytest.mark.slow
@pytest.mark.data
@pytest.mark.slurm
@pytest.mark.usefixtures("slurm")
@pytest.mark.parametrize("text", commands_for_slurm())
def test_a_command_for_slurm_runs(text: str, checkout: Path) -> None:
    give(small(text), checkout)


@pytest.mark.parametrize(
    ("text", "needs_data"),
    [
        ("python train.py dataset=viscosity", True),
        ("azeotrope data show mon", True),
        ("python train.py -m dataset=flash_point,dcn", True),
        ("python train.py dataset=csv dataset.path=my.csv", False),
        ("azeotrope data show enthalpy_unifac", False),
        ("python train.py -m model=ideal", False),
        ("python train.py -m experiments=table3_splits debug=fast", True),
    ],
)
def test_commands_that_read_published_data_are_known(text: str, needs_data: bool) -> None:
    assert needs_published_data(text) == needs_data


def test_what_a_command_says_itself_stays() -> None:
    assert small("azeotrope status") == "azeotrope status"
    assert small("python train.py debug=fast split.fold=1") == "python train.py debug=fast split.fold=1 'tracking=none'"


def test_what_make_would_give_is_made_small_too(checkout: Path) -> None:
    train, report = small_commands("make run", checkout)
    assert train.startswith(".venv/bin/python train.py -m model=")
    assert train.endswith("'debug=fast' 'split.folds=[0]' 'tracking=none'")
    assert report == ".venv/bin/azeotrope report --last"
    assert small_commands("make test", checkout)[-1].endswith(" 'tests/test_places.py'")


def test_every_further_override_is_needed(checkout: Path) -> None:
    texts = [text for command in every_command() for text in small_commands(command.text, checkout)]
    for pattern in MORE:
        assert any(re.search(pattern, text) for text in texts), f"nothing needs {pattern}"
