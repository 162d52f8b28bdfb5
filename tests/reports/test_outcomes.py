import io

from rich.console import Console

from azeotrope.reports.outcomes import FailedRun, Outcomes


def drawn(outcomes: Outcomes, width: int = 200) -> str:
    buffer = io.StringIO()
    Console(file=buffer, width=width, color_system=None).print(outcomes)
    return buffer.getvalue()


def test_nothing_ran() -> None:
    assert drawn(Outcomes(done=0)) == "Runs: 0 done\n"


def test_an_error_that_the_line_before_told_is_counted_and_not_repeated() -> None:
    outcomes = Outcomes(done=0, failed=(FailedRun("4f2a", "model=dmpnn", "disk full"),), was_told=True)
    assert drawn(outcomes) == "Runs: 0 done, 1 failed\n"


def test_skipped_and_failed_runs_are_listed_with_the_first_line_of_their_error() -> None:
    failed = (FailedRun("4f2a", "model=[bold]dmpnn", "disk [red] full\nTraceback"), FailedRun("77aa", "fold=1", ""))
    assert drawn(Outcomes(done=8, skipped=5, failed=failed)) == (
        "Runs: 8 done, 5 skipped (done before), 2 failed\n"
        "  failed: model=[bold]dmpnn (4f2a): disk [red] full\n"
        "  failed: fold=1 (77aa): \n"
    )
