from importlib.metadata import version

import pytest

from azeotrope.errors import ConfigError
from azeotrope.featurizers.optional import require


def test_the_version_of_what_is_installed() -> None:
    assert require("numpy", purpose="everything", commands="pip install numpy") == version("numpy")


def test_what_is_missing_is_named_with_the_command() -> None:
    with pytest.raises(ConfigError, match=r"the moon needs the package no-such-package, .* run: pip install cheese"):
        require("no-such-package", purpose="the moon", commands="pip install cheese")
