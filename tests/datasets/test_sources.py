"""Downloads are tested against a server on loopback; nothing here asks the internet."""

import hashlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from azeotrope.datasets import transfers
from azeotrope.datasets.sources import Source, fetch
from azeotrope.errors import ConfigError, DataError

CONTENT = b"smiles_1,value\nO,1.0\n" * 5000
SHA256 = hashlib.sha256(CONTENT).hexdigest()
FETCH_IN_ANOTHER_PROCESS = """
import sys
from pathlib import Path
from azeotrope.datasets.sources import Source, fetch
fetch(Source("fuel", "table.csv", sys.argv[1], sys.argv[2], "MIT", "nobody"), cache_folder=Path(sys.argv[3]))
"""


class Handler(BaseHTTPRequestHandler):
    requests = 0

    def do_GET(self) -> None:
        type(self).requests += 1
        status = {"/missing": 404, "/broken": 500}.get(self.path, 200)
        body = b"an error page" if status != 200 else CONTENT
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.path == "/stalls":
            self.wfile.write(body[:70_000])
            self.wfile.flush()
            self.server.stop_stalling.wait(30)  # type: ignore[attr-defined]
        else:
            self.wfile.write(body[:1000] if self.path == "/cut" else body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that the base class gives it
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(Handler, "requests", 0)
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.stop_stalling = threading.Event()  # type: ignore[attr-defined]
    threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01}).start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}"
    httpd.stop_stalling.set()  # type: ignore[attr-defined]
    httpd.shutdown()
    httpd.server_close()


def source_at(url: str) -> Source:
    return Source("fuel", "table.csv", url, SHA256, "MIT", "nobody")


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def started_fetch(url: str, cache: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", FETCH_IN_ANOTHER_PROCESS, url, SHA256, str(cache)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        stderr=subprocess.PIPE,
    )


def test_download_is_verified_and_cached(server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fetched = fetch(source_at(f"{server}/good"), cache_folder=tmp_path, progress=True)
    assert fetched.path == tmp_path / "sources" / "fuel" / "table.csv"
    assert fetched.path.read_bytes() == CONTENT
    assert fetched.hash_matched
    assert fetched.sha256 == SHA256
    assert files_in(tmp_path) == ["sources/fuel/table.csv"]
    assert capfd.readouterr() == ("", "")  # stderr is no terminal here


def test_cached_file_needs_no_network(server: str, tmp_path: Path) -> None:
    first = fetch(source_at(f"{server}/good"), cache_folder=tmp_path)
    assert fetch(source_at(f"{server}/missing"), cache_folder=tmp_path) == first
    assert Handler.requests == 1


def test_damaged_cached_file_is_fetched_again(server: str, tmp_path: Path) -> None:
    path = fetch(source_at(f"{server}/good"), cache_folder=tmp_path).path
    path.write_bytes(CONTENT[:-1])
    assert fetch(source_at(f"{server}/good"), cache_folder=tmp_path).path.read_bytes() == CONTENT
    assert Handler.requests == 2


def test_wrong_hash_names_file_origin_and_both_hashes(server: str, tmp_path: Path) -> None:
    source = replace(source_at(f"{server}/good"), sha256="0" * 64)
    with pytest.raises(DataError) as error:
        fetch(source, cache_folder=tmp_path)
    for part in ("fuel/table.csv", source.url, SHA256, "0" * 64, str(tmp_path / "sources"), "AZEOTROPE_MIRROR"):
        assert part in str(error.value)
    assert files_in(tmp_path) == []


def test_unconfirmed_hash_is_told_not_refused(server: str, tmp_path: Path) -> None:
    source = replace(source_at(f"{server}/good"), sha256="0" * 64, hash_confirmed=False)
    for _ in range(2):
        fetched = fetch(source, cache_folder=tmp_path)
        assert fetched.path.read_bytes() == CONTENT
        assert (fetched.hash_matched, fetched.sha256) == (False, SHA256)
    assert Handler.requests == 1
    assert fetch(replace(source, sha256=SHA256), cache_folder=tmp_path).hash_matched


@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize(("page", "reason"), [("cut", "1000 bytes read"), ("missing", "404"), ("broken", "500")])
def test_broken_download_names_url_and_way_out(
    server: str, tmp_path: Path, page: str, reason: str, *, confirmed: bool
) -> None:
    source = replace(source_at(f"{server}/{page}"), hash_confirmed=confirmed)
    with pytest.raises(DataError) as error:
        fetch(source, cache_folder=tmp_path)
    way_out = str(tmp_path / "sources" / "fuel" / "table.csv")
    for part in (f"cannot download {source.url}", reason, "AZEOTROPE_MIRROR", "fuel/table.csv", way_out):
        assert part in str(error.value)
    assert files_in(tmp_path) == []


def test_silent_server_times_out(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfers, "TIMEOUT_S", 0.2)
    with pytest.raises(DataError, match="timed out"):
        fetch(source_at(f"{server}/stalls"), cache_folder=tmp_path)
    assert files_in(tmp_path) == []


@pytest.mark.parametrize("url", ["refused", "gopher://nowhere/table.csv"])
def test_missing_network_is_a_clear_error(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with socket.socket() as closed_again:
        closed_again.bind(("127.0.0.1", 0))
        port = closed_again.getsockname()[1]
    address = f"http://127.0.0.1:{port}/table.csv" if url == "refused" else url
    with pytest.raises(DataError, match=f"cannot download {address}: .*AZEOTROPE_MIRROR"):
        fetch(source_at(address), cache_folder=tmp_path)
    assert files_in(tmp_path) == []


def test_mirror_comes_before_the_network(server: str, tmp_path: Path) -> None:
    mirror, cache = tmp_path / "mirror", tmp_path / "cache"
    (mirror / "fuel").mkdir(parents=True)
    (mirror / "fuel" / "table.csv").write_bytes(CONTENT)
    fetched = fetch(source_at(f"{server}/good"), cache_folder=cache, mirror_folder=mirror)
    assert fetched.path.read_bytes() == CONTENT
    assert files_in(cache) == ["sources/fuel/table.csv"]
    assert Handler.requests == 0


def test_wrong_file_in_the_mirror_is_named(tmp_path: Path) -> None:
    mirrored = tmp_path / "mirror" / "fuel" / "table.csv"
    mirrored.parent.mkdir(parents=True)
    mirrored.write_bytes(b"something else")
    with pytest.raises(DataError, match=str(mirrored)):
        fetch(source_at("http://127.0.0.1:9/never"), cache_folder=tmp_path / "c", mirror_folder=tmp_path / "mirror")
    assert files_in(tmp_path / "c") == []


def test_incomplete_mirror_says_so_and_asks_the_network(
    server: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        fetch(source_at(f"{server}/good"), cache_folder=tmp_path / "cache", mirror_folder=tmp_path / "mirror")
    assert str(tmp_path / "mirror" / "fuel" / "table.csv") in caplog.text
    assert f"{server}/good" in caplog.text


def test_unwritable_cache_is_named(server: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"cannot write .*AZEOTROPE_CACHE"):
        fetch(source_at(f"{server}/good"), cache_folder=tmp_path / "file")


def test_killed_download_leaves_nothing_that_is_trusted(server: str, tmp_path: Path) -> None:
    with started_fetch(f"{server}/stalls", tmp_path) as process:
        while not any(path.stat().st_size for path in tmp_path.rglob("*.part")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert not (tmp_path / "sources" / "fuel" / "table.csv").exists()
    assert fetch(source_at(f"{server}/good"), cache_folder=tmp_path).path.read_bytes() == CONTENT


def test_processes_that_fetch_at_once_all_succeed(server: str, tmp_path: Path) -> None:
    processes = [started_fetch(f"{server}/good", tmp_path) for _ in range(3)]
    for process in processes:
        _, messages = process.communicate(timeout=30)
        assert (process.returncode, messages) == (0, b"")
    assert files_in(tmp_path) == ["sources/fuel/table.csv"]
    assert (tmp_path / "sources" / "fuel" / "table.csv").read_bytes() == CONTENT


def test_a_source_without_a_hash_takes_any_content_and_says_so(
    server: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = replace(source_at(f"{server}/good"), sha256=None)
    with caplog.at_level(logging.WARNING):
        fetched = fetch(source, cache_folder=tmp_path)
    assert (fetched.sha256, fetched.hash_matched) == (SHA256, False)
    assert "fuel/table.csv is not verified" in caplog.text
    assert fetch(source, cache_folder=tmp_path) == fetched
    assert Handler.requests == 1


def test_a_mirrors_file_wins_over_the_cached_one_where_no_hash_tells_which_is_right(tmp_path: Path) -> None:
    mirror, cache = tmp_path / "mirror", tmp_path / "cache"
    mirrored = mirror / "fuel" / "table.csv"
    mirrored.parent.mkdir(parents=True)
    source = replace(source_at("http://127.0.0.1:9/never"), sha256=None)
    for content in (b"first", b"second", b"second"):
        mirrored.write_bytes(content)
        assert fetch(source, cache_folder=cache, mirror_folder=mirror).path.read_bytes() == content
    mirrored.unlink()
    assert fetch(source, cache_folder=cache, mirror_folder=mirror).path.read_bytes() == b"second"


@pytest.mark.parametrize("sha256", [None, SHA256])
def test_a_source_without_an_address_says_where_to_put_the_file(
    tmp_path: Path, sha256: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    source = replace(source_at(""), url=None, sha256=sha256)
    with pytest.raises(DataError) as error:
        fetch(source, cache_folder=tmp_path, mirror_folder=tmp_path / "mirror")
    place = str(tmp_path / "sources" / "fuel" / "table.csv")
    for part in ("no address", "fuel/table.csv", "nobody", "AZEOTROPE_MIRROR", place):
        assert part in str(error.value)
    assert files_in(tmp_path) == []
    assert "None" not in caplog.text


@pytest.mark.parametrize("sha256", ["", "abc", SHA256.upper()])
def test_malformed_hash_is_refused(sha256: str) -> None:
    with pytest.raises(ConfigError, match=r"fuel/table\.csv: sha256"):
        Source("fuel", "table.csv", "http://127.0.0.1:9/never", sha256, "MIT", "nobody")
