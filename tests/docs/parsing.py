"""What reads a command before it does anything: Hydra composes, typer parses, make knows its targets."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.core.override_parser.overrides_parser import OverridesParser
from omegaconf import OmegaConf

from azeotrope.apps.cli import app
from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.composed_options import register_options
from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.launch import MULTIRUN

ROOT = Path(__file__).resolve().parents[2]
ROOTS = {"train.py": "config", "audit.py": "audit", "tune.py": "tune"}
SHELL = ("rm", "source")


def parse(words: Sequence[str]) -> None:
    """Raise when a program would refuse these words before any work."""
    program, *arguments = words
    readers: dict[str, Callable[[list[str]], None]] = {
        "python": _parse_script,
        "azeotrope": _parse_azeotrope,
        "mlflow": _parse_mlflow,
        "make": _parse_make,
    }
    name = Path(program).name
    if name not in SHELL:
        readers[name](arguments)


def _parse_script(arguments: list[str]) -> None:
    script, *overrides = arguments
    assert (ROOT / script).is_file(), script
    if script in ROOTS:
        _compose(ROOTS[script], [override for override in overrides if override not in MULTIRUN])


def _compose(root: str, overrides: list[str]) -> None:
    """Compose the first job of what may be a sweep; that every option exists is checked before."""
    conf = prepare_hydra()
    check_overrides(overrides, conf, root)
    register_options(overrides, conf)
    parsed = OverridesParser.create().parse_overrides(overrides)
    first = [
        each.input_line.partition("=")[0] + f"={_first(each)}" if each.is_sweep_override() else each.input_line
        for each in parsed
    ]
    with initialize_config_dir(str(conf), version_base="1.3"):
        OmegaConf.resolve(compose(root, overrides=[str(each) for each in first]))


def _first(override: Any) -> str:
    return str(next(iter(override.sweep_string_iterator())))


def _parse_azeotrope(arguments: list[str]) -> None:
    from typer.main import get_command

    _parse_click(get_command(app), arguments)


def _parse_mlflow(arguments: list[str]) -> None:
    """Compare with the help of MLflow, whose modules warn when they are imported."""
    command, *options = arguments
    asked = [sys.executable, "-W", "ignore", "-m", "mlflow", command, "--help"]
    answer = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=True).stdout
    assert all(option in answer for option in options if option.startswith("-")), options


def _parse_click(command: Any, arguments: list[str]) -> None:
    """Find the subcommand and let it parse its arguments, without calling it."""
    context = None
    while hasattr(command, "resolve_command"):
        context = command.context_class(command, parent=context)
        _, command, arguments = command.resolve_command(context, arguments)
    command.make_context(command.name, list(arguments), parent=context)


def _parse_make(arguments: list[str]) -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(arguments) <= targets, arguments
