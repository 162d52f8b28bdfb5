import json
from pathlib import Path

from azeotrope.reports.headline import HEADLINE
from azeotrope.runs.command import Command
from azeotrope.runs.mirror_guide import VIEW, VIEW_TAGS, command_note


def test_the_view_orders_experiments_by_their_excess_rmse() -> None:
    state = json.loads(VIEW_TAGS[f"mlflow.sharedViewState.{VIEW}"])
    assert state["searchFilter"] == "tags.kind = 'experiment'"
    assert (state["orderByKey"], state["orderByAsc"]) == ("metrics.`excess_rmse`", True)
    columns = state["selectedColumns"]
    assert state["columnOrder"] == columns
    assert {f"metrics.`{metric.name}`" for metric in HEADLINE} < set(columns)
    assert columns.index("metrics.`excess_rmse`") + 1 == columns.index("metrics.`sd/excess_rmse`")


def test_a_command_line_stays_code_in_markdown(tmp_path: Path) -> None:
    note = command_note(Command.begin(tmp_path, "train", ["train.py", "a=`b`"]), "7")
    first = note.splitlines()[0]
    assert (first[0], first[-1], first.count("`")) == ("`", "`", 2)
    assert f"#/experiments/7/runs?viewStateShareKey={VIEW}" in note
    assert f"`{tmp_path / 'report' / 'index.html'}`" in note
