import pytest

from azeotrope.runs.redaction import redact_error, redact_uri


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://host:5000", "http://host:5000"),
        ("sqlite:////data/mlflow.db", "sqlite:////data/mlflow.db"),
        ("https://me:secret@host/path", "https://***@host/path"),
        ("https://token@host", "https://***@host"),
        ("postgresql+psycopg://me:p/w@d#x@host:5/db", "postgresql+psycopg://***@host:5/db"),
        ("mysql://host/db?user=me&password=secret", "mysql://host/db?user=***&password=***"),
        ("tracking_uri='https://me:secret@host'", "tracking_uri='https://***@host'"),
        ("C#CC=C?x=1", "C#CC=C?x=1"),
        ("http://me:p secret@host", "http://***@host"),
        ("key='http://me:pa'ss@host'", "key='http://***@host'"),
        ('http://me:pa"s/s@host:5', "http://***@host:5"),
        ("http://host/x?token=a'b", "http://host/x?token=***"),
        ("", ""),
    ],
)
def test_credentials_are_replaced_and_nothing_else(text: str, expected: str) -> None:
    assert redact_uri(text) == expected


def test_an_error_never_repeats_a_credential() -> None:
    uri = "https://me:s%40cret@host/x?token=hidden"
    error = OSError(f"request to {uri} with 's@cret' and hidden failed\nmore: s%40cret")
    text = redact_error(error, uri)
    assert text == "OSError: request to https://***@host/x?token=*** with '***' and *** failed"


def test_an_error_without_a_message_has_its_name() -> None:
    assert redact_error(TimeoutError(), "http://host") == "TimeoutError"


@pytest.mark.parametrize("uri", ["http://[bad", "://", "", "http://a@b@c"])
def test_a_broken_uri_breaks_nothing(uri: str) -> None:
    assert redact_error(ValueError("x"), uri) == "ValueError: x"
