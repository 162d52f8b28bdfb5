"""The context that a trained model asks for: a solute, a temperature, both or neither."""

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError


def check_context(mixtures: Mixtures, *, has_solute: bool, uses_temperature: bool) -> None:
    """Check that the mixtures have the context the model was trained with.

    Raises
    ------
    DataError
        When a solute or a temperature is missing, or there is a solute that the model cannot use.
    """
    if has_solute != (mixtures.solute is not None):
        needs, given = ("a", "none") if has_solute else ("no", "one")
        raise DataError(f"the model was trained with {needs} solute, but the mixtures have {given}")
    if uses_temperature and mixtures.temperature_k is None:
        raise DataError("the model needs temperatures, but the mixtures have none; add a temperature column")
