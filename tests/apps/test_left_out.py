from azeotrope.apps.left_out import LeftOut, left_out_sentence
from azeotrope.runs.status import State


def test_nothing() -> None:
    assert left_out_sentence([]) == ""


def test_reasons_are_counted_and_the_first_ids_named() -> None:
    runs = [LeftOut(f"f{number}", State.FAILED) for number in range(5)]
    found = left_out_sentence([LeftOut("d", State.DONE), *runs, LeftOut("r", State.RUNNING)])
    assert found == "Not shown: 1 still running (r); 5 failed (f0, f1, f2 and 2 more); 1 cannot be read (d)."


def test_every_state_has_words() -> None:
    for state in State:
        assert left_out_sentence([LeftOut("a", state)]).startswith("Not shown: 1 ")
