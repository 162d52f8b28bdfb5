"""Keys and values that MLflow accepts, made from any text and any nested configuration."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime

# MLflow servers of all versions in use accept 500 characters in a parameter and 5,000 in a tag; keys end at 250.
PARAM_LENGTH = 500
TAG_LENGTH = 5000
KEY_LENGTH = 250


def flatten(config: Mapping[str, object]) -> dict[str, str]:
    """Return nested mappings as ``outer.inner`` parameters with JSON values; strings stay without quotes.

    Two keys that become one by the rules of `valid_key` are told apart by a hash.
    """
    params: dict[str, str] = {}
    for path, value in _leaves(config, ()):
        name = ".".join(path)
        key = valid_key(name)
        if key in params:
            key = f"{key[: KEY_LENGTH - 13]}_{short_hash(name)}"
        params[key] = shorten(value if isinstance(value, str) else json.dumps(value, default=str), PARAM_LENGTH)
    return params


def valid_key(name: str) -> str:
    """Return a name with the characters and length MLflow accepts: letters, digits, ``_``, ``-`` and ``.``."""
    cleaned = re.sub(r"[^A-Za-z0-9_.-]", "_", name) or "_"
    return shorten(f"_{cleaned[1:]}" if cleaned.startswith(".") else cleaned, KEY_LENGTH, ellipsis="..")


def shorten(text: str, length: int, ellipsis: str = "…") -> str:
    """Return `text`, or, where it is longer than `length`, its beginning, an ellipsis and a hash of the whole."""
    if len(text) <= length:
        return text
    ending = f"{ellipsis}{short_hash(text)}"
    return text[: length - len(ending)] + ending


def milliseconds(time: str) -> int:
    """Return an ISO 8601 time as milliseconds since 1970."""
    return int(datetime.fromisoformat(time).timestamp() * 1000)


def short_hash(text: str) -> str:
    """Return twelve hexadecimal digits that stand for a text."""
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:12]


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the path and value of each entry that is not a mapping with entries of its own."""
    if isinstance(value, Mapping) and value:
        for key, entry in value.items():
            yield from _leaves(entry, (*path, str(key)))
    elif path:
        yield path, value
