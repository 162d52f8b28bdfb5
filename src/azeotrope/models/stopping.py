"""How a fit is ended from outside, without losing what it has learned so far."""

from collections.abc import Iterator
from contextlib import contextmanager


class FitPaused(Exception):  # noqa: N818 - no error: the fit did what it was asked to
    """A fit has reached the share of its training at which it was to pause, and its progress is saved.

    Attributes
    ----------
    share
        Share of the training that is done, in (0, 1).
    validation_rmse
        Smallest root mean squared error on the validation rows so far, in the unit of the data; NaN without such rows,
        and while no error was finite.
    """

    def __init__(self, share: float, validation_rmse: float) -> None:
        super().__init__(f"paused after {share:.0%} of the training")
        self.share = share
        self.validation_rmse = validation_rmse

    def scaled(self, deviation: float) -> "FitPaused":
        """Return the pause of a fit whose values were divided by `deviation`, in the unit before that."""
        return FitPaused(self.share, self.validation_rmse * deviation)


class Stopped(SystemExit):
    """The process was told to end; whatever was unfinished continues when the same command is given again."""


class StopRequest:
    """A wish of the system, such as a time limit that comes near, that the process end.

    Outside a fit it is granted at once; a fit that can save its progress does so first, soon.

    Attributes
    ----------
    is_asked
        Whether a running fit is to save and end.
    """

    def __init__(self) -> None:
        self.is_asked = False
        self._exit_code = 0
        self._is_deferred = False

    def ask(self, exit_code: int) -> None:
        """Raise `Stopped` with this exit code, or let the running fit do so; safe in a signal handler."""
        self.is_asked, self._exit_code = True, exit_code
        if not self._is_deferred:
            raise Stopped(exit_code)

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Let the block decide when to call `grant`; a wish that it did not grant is granted however it ends."""
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = False
            self.grant()

    def grant(self) -> None:
        """Raise `Stopped` if it was asked for."""
        if self.is_asked:
            raise Stopped(self._exit_code)
