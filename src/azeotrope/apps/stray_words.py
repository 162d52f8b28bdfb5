"""Words behind the command that are no overrides: told in the user's terms, since Hydra tells them in its grammar's."""

import shlex
from collections.abc import Collection, Mapping, Sequence

from azeotrope.apps.overrides import key_of, parsed_overrides
from azeotrope.errors import ConfigError

MULTIRUN = ("-m", "--multirun")
# Hydra's flags that the next word belongs to.
FLAGS_WITH_VALUE = frozenset(
    (
        *("--cfg", "-c", "--package", "-p", "--config-path", "-cp", "--config-name", "-cn", "--config-dir", "-cd"),
        *("--experimental-rerun", "--info", "-i"),
    )
)


def refuse_words(arguments: Sequence[str], groups: Mapping[str, Collection[str]]) -> None:
    """Refuse a word without ``=``; where it is an option of groups, say how it is chosen.

    Parameters
    ----------
    arguments
        Command-line arguments.
    groups
        Options of each group of the command.

    Raises
    ------
    ConfigError
        Naming the word.
    """
    for before, word in zip(("", *arguments), arguments, strict=False):
        if word.startswith(("-", "~")) or "=" in word or before in FLAGS_WITH_VALUE:
            continue
        meant = [f"{group}={word}" for group, options in groups.items() if word in options]
        if meant:
            raise ConfigError(f"{word!r} is no override; write {' or '.join(meant)}")
        raise ConfigError(f"{word!r} is no override, which is key=value; a value that holds blanks needs quotes")


def refuse_sweep_without_flag(program: str, arguments: Sequence[str]) -> None:
    """Refuse several values of one key where -m is missing.

    Raises
    ------
    ConfigError
        With the command that was probably meant.
    """
    overrides = parsed_overrides(arguments)
    if any(flag in arguments for flag in MULTIRUN) or any(key_of(each) == "hydra.mode" for each in overrides):
        return
    if any(each.is_sweep_override() for each in overrides):
        command = f"python {program.rpartition('/')[2]} {MULTIRUN[0]} {shlex.join(arguments)}"
        raise ConfigError(f"several values need -m: {command} (one value that holds a comma needs quotes)")
