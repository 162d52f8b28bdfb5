"""How a value looks in a terminal: signs, styles, and their plain fallback."""

from dataclasses import dataclass

from rich.text import Text

from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.significant import significant

STYLES = {Mark.BEST: "bold", Mark.NEAR_BEST: "underline", Mark.PLAIN: ""}
SD_DIGITS = 2  # a standard deviation over five folds is itself known to about 35%, so more digits say nothing
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
            mean = significant(cell.paper.mean, SD_DIGITS)
            lines.append(Text(f"paper {mean}{self._spread(cell.paper.sd)}", "dim"))
        return Text("\n").join(lines)

    def legend(self) -> str:
        """Return the sentence that explains values and marks."""
        best, near = ("bold", "underlined") if self.styled else ("*", "~")
        return (
            f"mean {self._plus_minus} sample standard deviation over folds; {best}: best mean; "
            f"{near}: within two standard deviations of the best; delta MAE: against the ideal baseline, "
            "negative is better, pooled over folds where a 95% interval is shown; RMSE: over the test rows whose pure "
            "values are known; coverage: share of test rows within the conformal interval that 90% of rows like the "
            "validation rows lie in"
        )

    def _value(self, cell: Cell) -> Text:
        if cell.mean is None:
            return Text("-" if self.ascii_only else "\N{EN DASH}")
        value = Text(significant(cell.mean) + self._spread(cell.sd), STYLES[cell.mark])
        return value if self.styled else value.append(SUFFIXES[cell.mark])

    def _spread(self, sd: float | None) -> str:
        return "" if sd is None else f" {self._plus_minus} {significant(sd, SD_DIGITS)}"

    @property
    def _plus_minus(self) -> str:
        return "+-" if self.ascii_only else "±"
