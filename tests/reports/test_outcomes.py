import io

from rich.console import Console

from azeotrope.reports.outcomes import FailedRun, Outcomes


def drawn(outcomes: Outcomes, width: int = 200) -> str:
    buffer = io.StringIO()
    Console(file=buffer, width=width, color_system=None).print(outcomes)
    return buffer.getvalue()


def test_nothing_ran() -> None:
    assert drawn(Outcomes(trained=0)) == "Runs: 0 trained\n"


def test_skipped_and_failed_runs_are_listed_with_the_first_line_of_their_error() -> None:
    failed = (FailedRun("4f2a", "model=[bold]dmpnn", "disk [red] full\nTraceback"), FailedRun("77aa", "fold=1", ""))
    assert drawn(Outcomes(trained=8, skipped=5, failed=failed)) == (
        "Runs: 8 trained, 5 skipped (finished before), 2 failed\n"
        "  failed: model=[bold]dmpnn (4f2a): disk [red] full\n"
        "  failed: fold=1 (77aa): \n"
    )
