from collections.abc import Callable

import pytest

from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout, RawRatings
from azeotrope.errors import ConfigError, DataError

INTENSITY = RatedAttribute("intensity", "I", [0, 10])


def test_the_unit_is_the_given_one_else_the_scale_else_unknown() -> None:
    assert INTENSITY.shown_unit == "0-10 scale"
    assert RatedAttribute("intensity", "I", [0, 10], unit="mm").shown_unit == "mm"
    assert RatedAttribute("intensity", "I").shown_unit == "?"


@pytest.mark.parametrize("scale", [[10, 0], [0], [1, 1], [0, 5, 10]])
def test_a_scale_is_a_lowest_and_a_highest_value(scale: list[float]) -> None:
    with pytest.raises(ConfigError, match="intensity"):
        RatedAttribute("intensity", "I", scale)
    with pytest.raises(ConfigError, match="'x'"):
        RatingsLayout(components=["id"], attributes=[INTENSITY], also_check={"x": scale})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"components": []}, "component"),
        ({"attributes": []}, "attribute"),
        ({"attributes": [INTENSITY, RatedAttribute("intensity", "J")]}, "one name"),
        ({"attribute_column": "Descriptor"}, "both or none"),
        ({"strata": ["group"]}, "participant"),
    ],
)
def test_what_does_not_fit_together_is_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        RatingsLayout(**{"components": ["id"], "attributes": [INTENSITY]} | changes)


def test_a_missing_column_is_named_with_the_nearest(raw_ratings: Callable[..., RawRatings]) -> None:
    with pytest.raises(DataError, match=r"'particpant'.*'participant'"):
        raw_ratings("id,x,participant\n1,2,3", participant="particpant")
    layout = RatingsLayout(["id"], [INTENSITY], attribute_column="name", value_column="value")
    assert layout.columns() == ["name", "value", "id"]
