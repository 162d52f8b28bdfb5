"""Credentials of a tracking server stay in the environment, where no configuration file, log or pickle keeps them."""

import os
from collections.abc import Sequence

from azeotrope.runs.mlflow_settings import TRACKING_VARIABLE
from azeotrope.runs.redaction import redact_uri

TRACKING_KEY = "tracking.tracking_uri"


def moved_to_environment(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without a tracking server's address that holds credentials, which the environment gets.

    Without the argument the address is taken from there, also by the jobs of a sweep in other processes.
    """
    kept = []
    for argument in arguments:
        key, _, value = argument.partition("=")
        if key.lstrip("+") == TRACKING_KEY and redact_uri(value) != value:
            os.environ[TRACKING_VARIABLE] = value.strip("'\"")
        else:
            kept.append(argument)
    return kept
