import os

import pytest

from azeotrope.apps.credentials import moved_to_environment
from azeotrope.runs.mlflow_settings import TRACKING_VARIABLE

WORDS = ["-m", "model=ideal", "tracking=mlflow", "split.path='a=b.csv'"]


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRACKING_VARIABLE, "before")


@pytest.mark.parametrize("uri", ["http://host:5000", "sqlite:////tmp/a.db", "null", ""])
def test_an_address_without_credentials_stays_where_it_was_typed(uri: str) -> None:
    words = [*WORDS, f"tracking.tracking_uri={uri}"]
    assert moved_to_environment(words) == words
    assert os.environ[TRACKING_VARIABLE] == "before"


@pytest.mark.parametrize("quote", ["", "'", '"'])
@pytest.mark.parametrize(
    "uri", ["http://me:s3cret@host:5000", "https://host/x?token=s3cret", "http://s3cret@host", "http://me:s3 cret@host"]
)
def test_an_address_with_credentials_moves_to_the_environment(uri: str, quote: str) -> None:
    assert moved_to_environment([*WORDS, f"tracking.tracking_uri={quote}{uri}{quote}"]) == WORDS
    assert os.environ[TRACKING_VARIABLE] == uri


def test_also_where_it_is_added() -> None:
    assert moved_to_environment(["+tracking.tracking_uri=http://me:s3cret@host"]) == []
    assert os.environ[TRACKING_VARIABLE] == "http://me:s3cret@host"
