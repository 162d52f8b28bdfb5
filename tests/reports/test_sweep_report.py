import io
from collections.abc import Callable

from rich.console import Console

from azeotrope.reports.outcomes import Outcomes
from azeotrope.reports.records import RunSummary
from azeotrope.reports.sweep_report import SweepReport


def drawn(report: SweepReport) -> str:
    buffer = io.StringIO()
    Console(file=buffer, width=160, color_system=None).print(report)
    return buffer.getvalue()


def test_no_runs_show_the_outcomes_alone() -> None:
    assert drawn(SweepReport([], outcomes=Outcomes(0, skipped=0))) == "Runs: 0 done\n"


def test_tables_notes_and_outcomes_in_this_order(make_run: Callable[..., RunSummary]) -> None:
    runs = [
        make_run({"rmse": 0.2, "rsa": None}, dataset=name, experiment=name, reasons={"rsa": "two [red] molecules"})
        for name in ("viscosity", "mon")
    ]
    text = drawn(SweepReport(runs, outcomes=Outcomes(2)))
    parts = ["viscosity, ln", "mon, ln", "RSA is undefined in 2 of 2 runs: two [red] molecules", "Runs: 2 done"]
    positions = [text.index(part) for part in parts]
    assert positions == sorted(positions)
