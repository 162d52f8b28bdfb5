"""How a value looks in a terminal: signs, styles, and their plain fallback."""

from dataclasses import dataclass

from rich.text import Text

from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.notes import LEGEND
from azeotrope.reports.report_cells import SD_DIGITS, UNDEFINED, mean_sd
from azeotrope.reports.significant import significant

STYLES = {Mark.BEST: "bold", Mark.NEAR_BEST: "underline", Mark.PLAIN: ""}
SUFFIXES = {Mark.BEST: " *", Mark.NEAR_BEST: " ~", Mark.PLAIN: ""}


@dataclass(frozen=True)
class Paint:
    """Draws texts for one console.

    Attributes
    ----------
    ascii_only
        The console's encoding has no signs beyond ASCII.
    styled
        The console shows bold and underlined text; otherwise marks are written as suffixes.
    """

    ascii_only: bool
    styled: bool

    def text(self, plain: str, style: str = "") -> Text:
        """Return text that came from a user or a file: never read as markup, without control characters."""
        printable = "".join(sign if sign.isprintable() else "?" for sign in plain)
        shown = printable.encode("ascii", "backslashreplace").decode() if self.ascii_only else printable
        return Text(shown, style)

    def cell(self, cell: Cell, folds: int) -> Text:
        """Return up to four lines: the value, its folds where some lack it, the interval, the paper's value."""
        lines = [self._value(cell)]
        if 0 < cell.folds < folds:
            lines.append(Text(f"{cell.folds} of {folds} folds"))
        if cell.interval is not None:
            low, high = (significant(bound) for bound in cell.interval)
            lines.append(Text(f"[{low}, {high}]"))
        if cell.paper is not None:
            mean, sd = (significant(value, SD_DIGITS) for value in (cell.paper.mean, cell.paper.sd))
            lines.append(Text(f"paper {mean} {self._plus_minus} {sd}", "dim"))
        return Text("\n").join(lines)

    def legend(self) -> str:
        """Return the sentences that explain values and marks, one on a line."""
        best, near = ("bold", "underlined") if self.styled else ("*", "~")
        values = (
            f"mean {self._plus_minus} sample standard deviation over folds; {best}: best mean over all folds; "
            f"{near}: within two standard deviations of the best"
        )
        return "\n".join((values, *LEGEND))

    def _value(self, cell: Cell) -> Text:
        if cell.mean is None:
            return Text("-" if self.ascii_only else UNDEFINED)
        value = Text(mean_sd(cell.mean, cell.sd, self._plus_minus), STYLES[cell.mark])
        return value if self.styled else value.append(SUFFIXES[cell.mark])

    @property
    def _plus_minus(self) -> str:
        return "+-" if self.ascii_only else "±"
