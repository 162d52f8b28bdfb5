from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.plan import PlannedJob, read_plan, write_plan

FIRST, SECOND, THIRD = (PlannedJob(f"split.fold={fold}", "split.folds=[0,1,2]") for fold in range(3))


def test_no_plan_holds_no_jobs(tmp_path: Path) -> None:
    assert read_plan(tmp_path) == []
    write_plan(tmp_path, 0, [])
    assert read_plan(tmp_path) == []


def test_batches_come_back_in_their_order(tmp_path: Path) -> None:
    write_plan(tmp_path, 10, [THIRD])
    write_plan(tmp_path, 2, [FIRST, SECOND])
    assert read_plan(tmp_path) == [FIRST, SECOND, THIRD]


@pytest.mark.parametrize("content", ["", "{}", '{"jobs": [{"job": "a"}]}', '{"jobs": 1}', '{"jobs": ["a"]}'])
def test_a_damaged_plan_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "plan_000000.json").write_text(content)
    with pytest.raises(RunError, match=r"plan_000000\.json is damaged"):
        read_plan(tmp_path)
