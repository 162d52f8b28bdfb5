import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from azeotrope.runs.command import Command
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.mirror_content import mirror_content
from azeotrope.runs.mlflow_mirror import MlflowMirror


class SlowClient:
    """A tracking store that takes its time between looking for a run and holding it."""

    def __init__(self, stamp: str) -> None:
        self.stamp = stamp
        self.runs: list[Any] = []

    def search_runs(self, experiments: list[str], query: str, **options: object) -> list[Any]:
        return [
            run
            for run in self.runs
            if any(query == f"tags.`{key}` = '{value}'" for key, value in run.data.tags.items())
        ]

    def create_run(self, experiment: str, tags: dict[str, str], **options: object) -> Any:
        time.sleep(0.2)
        data = SimpleNamespace(tags={**tags, "azeotrope.mirrored": self.stamp})
        self.runs.append(SimpleNamespace(info=SimpleNamespace(run_id=str(len(self.runs))), data=data))
        return self.runs[-1]

    def set_tag(self, run_id: str, key: str, value: str) -> None:
        self.runs[int(run_id)].data.tags[key] = value


def test_writers_at_once_make_a_run_and_its_parent_once(tmp_path: Path, done: Callable[..., RunFolder]) -> None:
    run = done(tmp_path)
    content = mirror_content(run.record)
    command = Command.begin(tmp_path, "train", [])
    client = SlowClient(content.stamp)

    def write(mirror: MlflowMirror) -> str:
        return mirror.write_run(run.path, lambda: content, mirror.write_parent(command))

    with ThreadPoolExecutor(3) as pool:
        mirrors = [MlflowMirror(client, "0") for _ in range(3)]  # type: ignore[arg-type]
        ids = list(pool.map(write, mirrors))
    assert ids == ["1"] * 3
    assert [entry.data.tags.get("azeotrope.run_id") for entry in client.runs] == [None, run.run_id]
    assert client.runs[1].data.tags["mlflow.parentRunId"] == "0"


def test_what_is_written_last_was_read_last(tmp_path: Path, done: Callable[..., RunFolder]) -> None:
    first = mirror_content(done(tmp_path).record)
    client = SlowClient(first.stamp)
    busy: list[bool] = []

    def read() -> Any:
        busy.append(True)
        assert len(busy) == 1  # nobody reads while another one has read and not yet written
        time.sleep(0.05)
        busy.clear()
        return first

    with ThreadPoolExecutor(3) as pool:
        mirrors = [MlflowMirror(client, "0") for _ in range(3)]  # type: ignore[arg-type]
        assert list(pool.map(lambda mirror: mirror.write_run(tmp_path, read, None), mirrors)) == ["0"] * 3
