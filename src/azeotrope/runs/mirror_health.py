"""What a mirror that does not answer may cost: one warning, and a small share of the time."""

import logging
import time
from functools import cache

logger = logging.getLogger(__name__)

PAUSE_FACTOR = 10


class MirrorHealth:
    """Remembers failures of one mirror, so that a dead server is not waited for again and again.

    Attributes
    ----------
    place
        Where the mirror is, without credentials.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self._has_warned = False
        self._resume_at = 0.0

    @property
    def is_paused(self) -> bool:
        """Whether the last failure is so recent, compared with the time it cost, that no new try is worth it."""
        return time.monotonic() < self._resume_at

    def failed(self, action: str, message: str, cost_s: float) -> None:
        """Note a failed action that took `cost_s` seconds; the first one is reported, each pauses the mirror.

        The pause is ten times the cost: a failure that returns at once is tried again at once, and waiting for a
        dead server never takes more than about a tenth of the time.
        """
        self._resume_at = time.monotonic() + PAUSE_FACTOR * cost_s
        if self._has_warned:
            return
        self._has_warned = True
        logger.warning(
            "MLflow at %s lacks what %s should have written (%s); runs go on, their folders hold everything, and "
            "`azeotrope sync` catches up",
            self.place,
            action,
            message,
        )


@cache
def health_of(place: str) -> MirrorHealth:
    """Return the one health record of a place in this process, shared by all jobs that run in it."""
    return MirrorHealth(place)
