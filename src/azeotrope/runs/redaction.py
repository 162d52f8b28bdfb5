"""Keeping credentials out of logs and files."""

import re
from urllib.parse import unquote

REDACTED = "***"
# Up to the last @ of a line: a password may hold blanks, quotes and slashes, and it is better to hide too much.
_USER_INFO = re.compile(r"(?<=://)[^\n]*@")
_QUERY_VALUE = re.compile(r"(?<=[?&])([^=&#\s]+)=([^&#\s]*)")


def redact_uri(text: str) -> str:
    """Return a text in which the credentials of URIs are ``***``: user and password, and values of the query."""
    if "://" not in text:
        return text
    return _QUERY_VALUE.sub(r"\1=***", _USER_INFO.sub("***@", text))


def redact_error(error: Exception, uri: str) -> str:
    """Return an error as one line without the credentials of `uri`, in whatever form a driver repeats them."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
    for secret in _secrets(uri):
        text = text.replace(secret, "***")
    return redact_uri(text)


def _secrets(uri: str) -> list[str]:
    """Return the passwords of a URI and the values of its query, as written and as decoded."""
    passwords = [user_info[:-1].partition(":")[2] for user_info in _USER_INFO.findall(uri)]
    written = [*passwords, *(value for _, value in _QUERY_VALUE.findall(uri))]
    return [secret for value in written for secret in (value, unquote(value)) if secret]
