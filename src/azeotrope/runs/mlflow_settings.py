"""MLflow's manners, set from outside: where it is, no telemetry, no chatter, and a dead server costs seconds."""

import logging
import os

TRACKING_VARIABLE = "MLFLOW_TRACKING_URI"

# One repetition and ten seconds for each request; MLflow's own default is seven and two minutes.
ENVIRONMENT = {
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT": "true",
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "1",
    "MLFLOW_HTTP_REQUEST_BACKOFF_FACTOR": "1",
    "MLFLOW_HTTP_REQUEST_TIMEOUT": "10",
    "GIT_PYTHON_REFRESH": "quiet",
}
CHATTY_LOGGERS = ("mlflow", "alembic", "urllib3.connectionpool")


def store_of_environment() -> str | None:
    """Return the store that MLflow's own variable names; an empty or blank value counts as unset."""
    return os.environ.get(TRACKING_VARIABLE, "").strip() or None


def set_environment() -> None:
    """Set each variable that the user has not set; MLflow reads some of them when it is imported."""
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)


def silence_loggers() -> None:
    """Keep MLflow and what it uses from logging; every error of theirs is raised too, and they log whole tracebacks.

    MLflow sets its levels when it is imported, so this comes after.
    """
    for name in CHATTY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
