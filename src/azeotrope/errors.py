"""Errors a user can act on: each message names the thing (file, row, column, value) and what to do."""


class AzeotropeError(Exception):
    """Base of every error raised on purpose; the command line prints its message without a traceback."""


class MoleculeError(AzeotropeError):
    """An identifier is not an acceptable molecule; `reason` is a short stable code used in `rejected.csv`."""

    def __init__(self, reason: str, identifier: str, detail: str) -> None:
        super().__init__(f"{detail}: {identifier!r}")
        self.reason = reason
        self.identifier = identifier


class DataError(AzeotropeError):
    """A table, file or download is not what its description says."""


class ConfigError(AzeotropeError):
    """A configuration asks for something that does not exist or does not fit together."""


class SplitError(AzeotropeError):
    """A split cannot be made, or it breaks the promise of its family."""


class RunError(AzeotropeError):
    """A run folder or checkpoint is missing, damaged, or in use."""
