"""Packages that are installed only by those who need them."""

from importlib.metadata import PackageNotFoundError, version

from azeotrope.errors import ConfigError


def require(package: str, *, purpose: str, commands: str) -> str:
    """Return the version of an optional package.

    Parameters
    ----------
    package
        Name under which pip knows it.
    purpose
        What needs it, for the error.
    commands
        What to run to install it, for the error.

    Raises
    ------
    ConfigError
        When it is not installed.
    """
    try:
        return version(package)
    except PackageNotFoundError:
        raise ConfigError(f"{purpose} needs the package {package}, which is not installed; run: {commands}") from None
