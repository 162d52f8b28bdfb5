"""How `train.py` and `audit.py` start: check the overrides, hand over to Hydra, end with a table and an exit code."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig

from azeotrope.apps.command import OF_RUNS, Conclusion, conclude, current_session, note_arguments
from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.composed_options import register_options
from azeotrope.apps.credentials import moved_to_environment
from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.log_file import end_with, log_to_stderr
from azeotrope.apps.session import Session
from azeotrope.apps.signals import save_and_end_when_told
from azeotrope.apps.stray_words import MULTIRUN, refuse_sweep_without_flag
from azeotrope.errors import AzeotropeError, ConfigError
from azeotrope.places import outputs_folder

INTERRUPTED = 130  # what shells call a program that was stopped by Ctrl-C


def launch(root: str, job: Callable[[DictConfig], Any], conclusion: Conclusion = OF_RUNS) -> None:
    """Run every job of a command; exits with 0 only when every run is done.

    Parameters
    ----------
    root
        Name of the root configuration file, such as ``config``.
    job
        What to do with one composed configuration.
    conclusion
        How the command ends.
    """
    log_to_stderr()
    save_and_end_when_told()
    sys.argv[1:] = with_multirun_first(sys.argv[1:])
    note_arguments(sys.argv)
    sys.argv[1:] = moved_to_environment(sys.argv[1:])
    try:
        conf = prepare_hydra()
        outputs_folder()  # named by the environment, so a wrong name is found before Hydra asks for it
        check_overrides(sys.argv[1:], conf, root)
        refuse_sweep_without_flag(sys.argv[0], sys.argv[1:])
        register_options(sys.argv[1:], conf)
    except AzeotropeError as error:
        end_with(error)
    in_process = MULTIRUN[0] not in sys.argv
    try:
        hydra.main(version_base="1.3", config_path=str(conf), config_name=root)(job)()
    except KeyboardInterrupt:
        conclude(conclusion, in_process=in_process)
        sys.exit(INTERRUPTED)
    finally:
        failed = conclude(conclusion, in_process=in_process)
    if failed:
        sys.exit(1)


def with_multirun_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with -m in front, where Hydra wants it; a launcher, which a single job lacks, implies it."""
    rest = [argument for argument in arguments if argument not in MULTIRUN]
    needs_it = len(rest) < len(arguments) or any(argument.startswith("hydra/launcher=") for argument in rest)
    return [MULTIRUN[0], *rest] if needs_it else rest


def session_of(config: DictConfig) -> Session:
    """Return the session of the command; exits with 2 when the outputs cannot be written, so that no job can run."""
    try:
        return current_session(config)
    except AzeotropeError as error:
        end_with(error)


def typed_overrides() -> list[str]:
    """Return the overrides of this job as the user typed them, one option of each sweep."""
    return list(HydraConfig.get().overrides.task)


def job_name() -> str:
    """Return what the user typed for this job."""
    return " ".join(typed_overrides()) or "defaults"


def refuse_sweep_without_multirun() -> None:
    """Raise `ConfigError` where a sweep's parameters would silently be ignored, since -m is missing."""
    hydra_config = HydraConfig.get()
    parameters = hydra_config.sweeper.get("params")
    if hydra_config.mode == RunMode.RUN and parameters:
        command = f"python {sys.argv[0].rpartition('/')[2]} -m {' '.join(hydra_config.overrides.task)}"
        swept = ", ".join(parameters)
        raise ConfigError(f"this experiment sweeps over {swept}, which needs -m; type: {command}")
