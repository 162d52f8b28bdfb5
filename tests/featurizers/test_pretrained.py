import logging
from pathlib import Path
from typing import Any, NoReturn

import pytest

from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.pretrained import PretrainedSource

REVISION = "0123456789abcdef" * 2 + "01234567"


@pytest.fixture
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


@pytest.mark.parametrize("revision", ["main", "0123abc", "", REVISION.upper(), REVISION + "0"])
def test_a_model_of_the_hub_is_pinned_by_a_whole_commit(revision: str) -> None:
    with pytest.raises(ConfigError, match=f"revision is {revision!r}; .* full hash of a commit"):
        PretrainedSource("owner/model", revision, offline=True)


def test_a_local_folder_is_itself(tmp_path: Path) -> None:
    assert PretrainedSource(str(tmp_path), None, offline=False).folder() == tmp_path


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    source = PretrainedSource(str(tmp_path / "nowhere"), None, offline=False)
    for use in (source.folder, source.fingerprint):
        with pytest.raises(DataError, match=r"no folder .*nowhere; .* or name a revision"):
            use()


def test_a_folder_is_known_by_what_it_holds(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "weights").write_bytes(b"1234")
        (folder / "config").write_text("{}")
    one, other = (PretrainedSource(str(folder), None, offline=False) for folder in folders)
    assert one.fingerprint() == other.fingerprint()
    (folders[1] / ".cache").mkdir()
    (folders[1] / ".cache" / "fetched").write_text("today")
    assert one.fingerprint() == other.fingerprint()
    (folders[1] / "sub" / "weights").write_bytes(b"1235")
    assert one.fingerprint() != other.fingerprint()


def test_a_renamed_file_is_another_model(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("same")
    source = PretrainedSource(str(tmp_path), None, offline=False)
    before = source.fingerprint()
    (tmp_path / "a").rename(tmp_path / "b")
    assert source.fingerprint() != before


def test_the_hub_is_known_by_model_and_commit_without_any_file() -> None:
    assert PretrainedSource("owner/model", REVISION, offline=False).fingerprint() == f"owner/model@{REVISION}"


def test_offline_uses_what_was_fetched(hub_cache: Path) -> None:
    snapshot = hub_cache / "models--owner--model" / "snapshots" / REVISION
    snapshot.mkdir(parents=True)
    assert PretrainedSource("owner/model", REVISION, offline=True).folder() == snapshot


def test_offline_says_what_to_run(hub_cache: Path) -> None:
    with pytest.raises(
        DataError, match=f"not on this machine; fetch .*: hf download owner/model --revision {REVISION}"
    ):
        PretrainedSource("owner/model", REVISION, offline=True).folder()


def test_the_command_exists() -> None:
    from importlib.metadata import entry_points

    assert "hf" in {script.name for script in entry_points(group="console_scripts")}


def test_a_failed_download_says_what_to_run(hub_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import snapshot_download

    def unreachable(*names: str, local_files_only: bool = False, **options: Any) -> NoReturn:
        if local_files_only:
            snapshot_download(*names, local_files_only=True, **options)
        raise ConnectionError("no route to host")

    monkeypatch.setattr("huggingface_hub.snapshot_download", unreachable)
    with pytest.raises(DataError, match=f"no route to host; .*hf download owner/model --revision {REVISION}"):
        PretrainedSource("owner/model", REVISION, offline=False).folder()


def test_what_is_missing_is_fetched_at_the_commit(
    hub_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from huggingface_hub.errors import LocalEntryNotFoundError

    asked = []

    def fetch(model: str, *, revision: str, local_files_only: bool = False, **_: Any) -> str:
        if local_files_only:
            raise LocalEntryNotFoundError("nothing here")
        asked.append((model, revision))
        return "fetched"

    monkeypatch.setattr("huggingface_hub.snapshot_download", fetch)
    with caplog.at_level(logging.INFO):
        assert PretrainedSource("owner/model", REVISION, offline=False).folder() == Path("fetched")
    assert asked == [("owner/model", REVISION)]
    assert "fetching owner/model" in caplog.text


def test_a_name_that_no_model_can_have_is_refused(hub_cache: Path) -> None:
    with pytest.raises(ConfigError, match="model_id is '/some/folder'"):
        PretrainedSource("/some/folder", REVISION, offline=True).folder()
