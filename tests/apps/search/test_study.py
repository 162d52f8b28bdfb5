"""Trials that several processes share: each Study below stands for a process, since each opens the journal anew."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from azeotrope.apps.search import study as search_study
from azeotrope.apps.search.claim import Claim
from azeotrope.apps.search.journal import JOURNAL
from azeotrope.apps.search.reports import REFUSED_IN_A_ROW
from azeotrope.apps.search.schedule import Schedule
from azeotrope.apps.search.space import Choices, Range, draw
from azeotrope.apps.search.study import Study
from azeotrope.apps.search.trials import TrialStatus, best_of, count_of

SPACE = {"aggregator": Choices(("concat", "weighted_sum")), "predictor.learning_rate": Range(0.01, 0.2, log=True)}
SCHEDULE = Schedule(8, 1, 2)


def opened(folder: Path, space: dict[str, Choices | Range] = SPACE) -> Study:
    return Study(folder, space, SCHEDULE, 0)


def claimed(study: Study, n_trials: int = 50) -> Claim:
    claim = study.claim(n_trials)
    assert claim is not None
    return claim


def ended(study: Study, claim: Claim, value: float) -> None:
    study.complete(claim, value)
    claim.release()


def test_a_trial_is_the_same_whoever_runs_it(tmp_path: Path) -> None:
    workers = [opened(tmp_path), opened(tmp_path)]
    claims = [claimed(workers[number % 2]) for number in range(6)]
    assert [claim.trial.number for claim in claims] == list(range(6))
    assert [claim.parameters for claim in claims] == [draw(SPACE, 0, number) for number in range(6)]


def test_half_of_the_trials_go_on_at_each_rung(tmp_path: Path) -> None:
    study = opened(tmp_path)
    promoted = []
    for value in (4.0, 5.0, 3.0, 2.0, 2.5, 9.0):
        claim = claimed(study)
        promoted.append(study.is_promoted(claim, 1, value))
        if promoted[-1]:
            study.complete(claim, value)
        else:
            study.prune(claim)
        claim.release()
    # The best of 1; 1 of 2; 1 of 3; 2 of 4, of which 2.0 is one; 2 of 5: 2.0 and 2.5; 3 of 6.
    assert promoted == [True, False, True, True, True, False]
    assert count_of(study.reports()) == "4 complete, 2 pruned"
    best = best_of(study.reports())
    assert best is not None
    assert (best.number, best.value) == (3, 2.0)


def test_the_trial_of_a_dead_process_is_continued_with_what_it_had(tmp_path: Path) -> None:
    dead, alive = opened(tmp_path), opened(tmp_path)
    lost = claimed(dead)
    assert dead.is_promoted(lost, 1, 3.0)
    other = claimed(alive)
    assert other.trial.number == 1  # a trial that somebody holds is left alone
    lost.release()  # as the system does with the lock of a process that dies
    again = claimed(alive)
    assert again.trial.number == 0
    assert again.parameters == lost.parameters
    assert again.reported == {1}
    assert again.passed == {1}
    assert alive.is_promoted(again, 1, 3.0)  # asked again it says nothing new, and does not count twice
    ended(alive, again, 3.0)
    assert [report.status for report in alive.reports()] == [TrialStatus.COMPLETE, TrialStatus.RUNNING]


def test_a_trial_that_lost_before_its_process_could_say_so_loses_again(tmp_path: Path) -> None:
    study = opened(tmp_path)
    best = claimed(study)
    assert study.is_promoted(best, 1, 1.0)
    ended(study, best, 1.0)
    lost = claimed(study)
    assert not study.is_promoted(lost, 1, 2.0)
    lost.release()  # killed before it was pruned
    again = claimed(study)
    assert (again.reported, again.passed) == ({1}, set())
    assert not study.is_promoted(again, 1, 2.0)


def test_a_trial_whose_process_died_before_it_was_found_to_be_known_is_refused(tmp_path: Path) -> None:
    space = {"aggregator": Choices(("concat",))}
    study = opened(tmp_path, space)
    ended(study, claimed(study), 1.0)
    study._study.ask()  # and the process is killed
    assert study.claim(2) is None
    assert all(report.reason == "the same as trial 0" for report in study.reports()[1:])
    assert not any(report.status is TrialStatus.RUNNING for report in study.reports())


def test_a_trial_that_ends_while_another_process_looks_is_left_alone(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    claim = claimed(first)
    [seen] = second._study.get_trials(deepcopy=False)
    ended(first, claim, 1.0)
    assert second._abandoned(seen, [seen]) is None
    assert count_of(second.reports()) == "1 complete"


def test_there_are_never_more_trials_than_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    claims = [claimed(first, 2), claimed(first, 2)]
    waits = []

    def meanwhile(_: float) -> None:
        waits.append(len(waits))
        ended(first, claims[waits[-1]], 1.0)

    monkeypatch.setattr(search_study.time, "sleep", meanwhile)
    assert second.claim(2) is None
    assert waits == [0, 1]
    assert claimed(second, 3).trial.number == 2  # and more may be wanted later


def test_one_who_waits_takes_over_the_last_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead, waiting = opened(tmp_path), opened(tmp_path)
    last = claimed(dead, 1)
    monkeypatch.setattr(search_study.time, "sleep", lambda _: last.release())
    assert claimed(waiting, 1).trial.number == 0


def test_refused_trials_are_replaced_but_not_for_ever(tmp_path: Path) -> None:
    study = opened(tmp_path)
    numbers = []
    while (claim := study.claim(3)) is not None:
        numbers.append(claim.trial.number)
        study.fail(claim, "does not fit", refused=claim.trial.number != 1)
        claim.release()
    assert numbers == list(range(2 + REFUSED_IN_A_ROW))
    assert count_of(study.reports()) == f"1 failed, {1 + REFUSED_IN_A_ROW} refused"
    assert study.reports()[0].reason == "does not fit"
    assert best_of(study.reports()) is None


def test_the_same_parameters_are_trained_once(tmp_path: Path) -> None:
    study = opened(tmp_path, {"aggregator": Choices(("concat", "weighted_sum"))})
    tried = []
    while (claim := study.claim(12)) is not None:
        tried.append(claim.parameters["aggregator"])
        ended(study, claim, 1.0)
    assert sorted(tried) == ["concat", "weighted_sum"]
    assert any(report.reason.startswith("the same as trial") for report in study.reports())


def test_a_line_that_was_cut_short_harms_nobody(tmp_path: Path) -> None:
    study = opened(tmp_path)
    ended(study, claimed(study), 1.0)
    for other in (study, opened(tmp_path)):
        with (tmp_path / JOURNAL).open("ab") as journal:
            journal.write(b'{"op_code":6,"worker_id":"killed in the mid')
        ended(other, claimed(other), 2.0)
    with (tmp_path / JOURNAL).open("ab") as journal:
        journal.write(b'{"op_code"')
    assert [report.value for report in opened(tmp_path).reports()] == [None, None, None]
    assert count_of(opened(tmp_path).reports()) == "3 complete"


def test_a_process_that_is_killed_with_the_journal_locked_blocks_nobody(tmp_path: Path) -> None:
    study = opened(tmp_path)
    program = (
        "import pathlib, sys, time; from azeotrope.apps.search.journal import JOURNAL, JournalLock;"
        "JournalLock(pathlib.Path(sys.argv[1]) / JOURNAL).acquire(); print('locked', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        os.kill(holder.pid, signal.SIGKILL)
    assert claimed(study).trial.number == 0


def test_what_the_model_as_it_is_reached_is_kept_for_all(tmp_path: Path) -> None:
    study = opened(tmp_path)
    assert study.default is None
    study.keep_default({"value": 1.5, "runs": []})
    assert opened(tmp_path).default == {"value": 1.5, "runs": []}
