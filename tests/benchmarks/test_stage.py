import json
from pathlib import Path

import pytest
from stage import Result, Row, Stage, number


def _measure(size: int, logs: Path) -> list[Row]:
    (logs / "log.txt").write_text("done")
    return [{"inverse": 1 / size}]


STAGE = Stage("inverse", "Inverse", "One over a number.", {"inverse": "1/n"}, _measure, full=4, quick=2)


def test_a_run_leaves_a_json_that_says_which_size_it_was(tmp_path: Path) -> None:
    STAGE.run(tmp_path, {"cores": "2"}, is_quick=True)
    assert Result.read(tmp_path, "inverse") == Result({"cores": "2"}, "quick", [{"inverse": 0.5}])
    assert (tmp_path / "inverse" / "log.txt").is_file()


def test_a_second_run_replaces_the_first(tmp_path: Path) -> None:
    STAGE.run(tmp_path, {}, is_quick=True)
    STAGE.run(tmp_path, {}, is_quick=False)
    assert json.loads((tmp_path / "inverse.json").read_text())["rows"] == [{"inverse": 0.25}]


def test_a_stage_that_fails_leaves_the_result_before(tmp_path: Path) -> None:
    STAGE.run(tmp_path, {}, is_quick=False)
    broken = Stage("inverse", "", "", {}, _measure, full=0, quick=0)
    with pytest.raises(ZeroDivisionError):
        broken.run(tmp_path, {}, is_quick=False)
    result = Result.read(tmp_path, "inverse")
    assert result is not None
    assert result.rows == [{"inverse": 0.25}]


def test_a_stage_that_was_not_run_has_no_result(tmp_path: Path) -> None:
    assert Result.read(tmp_path, "inverse") is None


def test_a_cell_without_a_number_is_named() -> None:
    assert number({"seconds": 0}, "seconds") == 0.0
    with pytest.raises(TypeError, match="seconds is None"):
        number({"seconds": None}, "seconds")
    with pytest.raises(TypeError, match="seconds is None"):
        number({}, "seconds")
