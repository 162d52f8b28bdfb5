import logging
import os

import pytest

from azeotrope.runs.mlflow_settings import CHATTY_LOGGERS, ENVIRONMENT, set_environment, silence_loggers


def test_the_choice_of_the_user_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_TIMEOUT", "99")
    set_environment()
    assert os.environ["MLFLOW_HTTP_REQUEST_TIMEOUT"] == "99"
    assert os.environ["MLFLOW_DISABLE_TELEMETRY"] == "true"


def test_loggers_are_silent_below_critical() -> None:
    silence_loggers()
    assert not any(logging.getLogger(name).isEnabledFor(logging.ERROR) for name in CHATTY_LOGGERS)
