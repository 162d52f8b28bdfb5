"""One text, and so one hash, for equal configurations, whatever the order of keys or the type of numbers."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from azeotrope.errors import ConfigError


def canonical_json(value: object) -> str:
    """Return `value` as JSON with sorted keys, no spaces, and equal text for equal numbers.

    Floats are written by `repr`; a float without a fractional part is written as an integer, so that ``1``, ``1.0``
    and NumPy's ``1`` are one value, as are ``0.0`` and ``-0.0``. Booleans stay booleans; a tuple is a list.

    Raises
    ------
    ConfigError
        For NaN, infinity, a key that is not a string, or a type that has no such text; names the key.
    """
    return json.dumps(_canonical(value, "configuration"), sort_keys=True, separators=(",", ":"), allow_nan=False)


def config_hash(config: Mapping[str, Any]) -> str:
    """Return the SHA-256, as 64 hexadecimal digits, of the canonical JSON of a configuration."""
    return hashlib.sha256(canonical_json(config).encode()).hexdigest()


def _canonical(value: object, where: str) -> object:
    """Return `value` built of dict, list, str, int, float, bool and None alone."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Mapping):
        return {_string_key(key, where): _canonical(entry, f"{where}.{key}") for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_canonical(entry, f"{where}[{position}]") for position, entry in enumerate(value)]
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return _canonical_float(float(value), where)
    raise ConfigError(f"{where} holds a {type(value).__name__}, which has no stable text; use plain YAML values")


def _canonical_float(value: float, where: str) -> int | float:
    """Return an integral float as an integer, any other as it is."""
    if not math.isfinite(value):
        raise ConfigError(f"{where} is {value}; a configuration needs finite numbers, use null for 'no limit'")
    return int(value) if value.is_integer() else value


def _string_key(key: object, where: str) -> str:
    """Return the key when it is a string."""
    if not isinstance(key, str):
        raise ConfigError(f"{where} has the key {key!r} of type {type(key).__name__}; quote it, keys are strings")
    return key
