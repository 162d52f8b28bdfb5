"""How a file of ratings is laid out: which column says who rated what, and on which scale."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from azeotrope.datasets.layout import require_columns
from azeotrope.errors import ConfigError

Scale = Sequence[float]


@dataclass(frozen=True)
class RatedAttribute:
    """One attribute that is rated.

    Attributes
    ----------
    name
        What the attribute is called here, such as ``intensity``.
    label
        What the file calls it: a column of a wide file, a cell of `RatingsLayout.attribute_column` in a long one.
    scale
        Lowest and highest possible value; values outside are reported and kept. None where there is no scale.
    unit
        Unit for tables and axes; None derives it from the scale.
    """

    name: str
    label: str
    scale: Scale | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        if self.scale is not None:
            check_scale(self.scale, f"attribute {self.name!r}")

    @property
    def shown_unit(self) -> str:
        """The unit, else the scale such as ``0-100 scale``, else ``?``."""
        if self.unit is not None:
            return self.unit
        return "?" if self.scale is None else f"{self.scale[0]:g}-{self.scale[1]:g} scale"


@dataclass(frozen=True)
class RatingsLayout:
    """Columns of a table of ratings; a column may also come from a `Join`.

    Several rows of one participant, unit and attribute are dilutions or replicates: they are averaged.

    Attributes
    ----------
    components
        Columns with the source id of each component; one column for pure compounds. An empty cell is no component.
    attributes
        What is rated.
    participant
        Column of the participant's id, a text; None where the file holds means only.
    strata
        Columns that together say in which stratum a participant is, such as the study and the sampling group.
    unit_key
        Further columns that tell units of the same components apart, such as a repetition.
    attribute_column, value_column
        Columns of a long file, one rating per row; None in a wide file, where each attribute has its column.
    keep, drop
        Filters by column: only rows with one of these values are read, and none with one of those.
    unidentified
        Columns that describe a row without any component, such as a natural mixture: the first is its source id, all
        of them are told. Empty: such a row is an error.
    also_check
        Scale of further columns, which are not used, but whose values outside the scale are reported.
    delimiter
        What separates the cells; any of LF, CRLF and CR ends a line.
    """

    components: Sequence[str]
    attributes: Sequence[RatedAttribute]
    participant: str | None = None
    strata: Sequence[str] = ()
    unit_key: Sequence[str] = ()
    attribute_column: str | None = None
    value_column: str | None = None
    keep: Mapping[str, Sequence[object]] = field(default_factory=dict)
    drop: Mapping[str, Sequence[object]] = field(default_factory=dict)
    unidentified: Sequence[str] = ()
    also_check: Mapping[str, Scale] = field(default_factory=dict)
    delimiter: str = ","

    def __post_init__(self) -> None:
        names = [attribute.name for attribute in self.attributes]
        if not self.components or not names:
            raise ConfigError("a layout of ratings needs at least one component column and one attribute")
        if len(set(names)) < len(names):
            raise ConfigError(f"two attributes have one name: {', '.join(names)}")
        if (self.attribute_column is None) != (self.value_column is None):
            raise ConfigError("attribute_column and value_column belong together: give both or none")
        if self.strata and self.participant is None:
            raise ConfigError("strata are of participants; give the participant column")
        for column, scale in self.also_check.items():
            check_scale(scale, f"column {column!r}")

    @property
    def is_long(self) -> bool:
        """Whether each row holds one attribute."""
        return self.attribute_column is not None

    def columns(self) -> list[str]:
        """Return every column that the layout names."""
        optional = (self.participant, self.attribute_column, self.value_column)
        wide = [] if self.is_long else [attribute.label for attribute in self.attributes]
        given = [column for column in optional if column is not None]
        lists = (self.components, self.strata, self.unit_key, self.keep, self.drop, self.unidentified, self.also_check)
        return list(dict.fromkeys([*given, *wide, *(column for columns in lists for column in columns)]))


@dataclass(frozen=True, eq=False)
class RawRatings:
    """A file of ratings as it was read: every cell a string, nothing interpreted.

    Attributes
    ----------
    file
        Name for messages.
    frame
        Its columns and those that were joined; row `i` is the file's data row `i` (0-based, the header not counted).
    layout
        What the columns mean.
    """

    file: str
    frame: pd.DataFrame
    layout: RatingsLayout

    def __post_init__(self) -> None:
        require_columns(self.frame, self.layout.columns(), self.file)


def check_scale(scale: Scale, what: str) -> None:
    """Refuse a scale that is not a lowest and a higher highest value.

    Raises
    ------
    ConfigError
        Naming what has the scale.
    """
    if len(scale) != 2 or not float(scale[0]) < float(scale[1]):
        raise ConfigError(f"the scale of {what} is {list(scale)}; it must be [lowest, highest]")
