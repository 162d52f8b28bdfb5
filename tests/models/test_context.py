from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError
from azeotrope.models.context import check_context


def test_what_is_needed_is_there(mixtures_of: Callable[..., Mixtures]) -> None:
    check_context(mixtures_of([[("O", 1.0)]]), has_solute=False, uses_temperature=False)
    check_context(mixtures_of([[("O", 1.0)]], [300.0], ["C"]), has_solute=True, uses_temperature=True)


def test_a_temperature_that_is_not_used_may_be_there(mixtures_of: Callable[..., Mixtures]) -> None:
    check_context(mixtures_of([[("O", 1.0)]], [np.nan]), has_solute=False, uses_temperature=False)


def test_a_missing_temperature_is_named(mixtures_of: Callable[..., Mixtures]) -> None:
    with pytest.raises(DataError, match="temperature column"):
        check_context(mixtures_of([[("O", 1.0)]]), has_solute=False, uses_temperature=True)


@pytest.mark.parametrize(("has_solute", "solute"), [(True, None), (False, ["C"])])
def test_a_solute_on_one_side_only_is_named(
    mixtures_of: Callable[..., Mixtures], has_solute: bool, solute: list[str] | None
) -> None:
    with pytest.raises(DataError, match="solute"):
        check_context(mixtures_of([[("O", 1.0)]], None, solute), has_solute=has_solute, uses_temperature=False)
