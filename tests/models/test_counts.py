import pytest

from azeotrope.errors import ConfigError
from azeotrope.models.counts import require_counts


def test_counts_are_accepted() -> None:
    require_counts("aggregator", n_steps=1, hidden_width=200)


@pytest.mark.parametrize("value", [0, -1, 1.5, True, None])
def test_anything_else_is_named(value: object) -> None:
    with pytest.raises(ConfigError, match=rf"aggregator.n_steps is {value!r}; it must be a whole number"):
        require_counts("aggregator", hidden_width=3, n_steps=value)  # type: ignore[arg-type]
