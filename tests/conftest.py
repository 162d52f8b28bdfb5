"""Every test has its own places, one thread per library, no display, and the data files only where they are named.

Tiny pretrained encoders stand in for those that would have to be fetched; the server of MLflow and Slurm are real ones.
"""

import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

SINGLE_THREADED = ("MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def pytest_configure() -> None:
    """Prepare the process before any test module imports NumPy, PyTorch or matplotlib."""
    for variable in SINGLE_THREADED:
        os.environ.setdefault(variable, "1")
    os.environ["MPLBACKEND"] = "Agg"
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    settings.register_profile("azeotrope", deadline=None, derandomize="CI" in os.environ)
    settings.load_profile("azeotrope")
    if os.environ.get("AZEOTROPE_REQUIRE_DATA") == "1" and not _has_mirror():
        message = "AZEOTROPE_REQUIRE_DATA=1, but AZEOTROPE_MIRROR does not name the folder of the data files"
        raise pytest.UsageError(message)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `data` where the data files are not at hand."""
    if item.get_closest_marker("data") and not _has_mirror():
        pytest.skip("reads the published data files: set AZEOTROPE_MIRROR to the folder that holds <dataset>/<file>")


@pytest.fixture(scope="session", autouse=True)
def _own_places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Write to temporary folders, never to the user's; parallel workers share the cache, as parallel jobs do."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZEOTROPE_OUTPUTS", str(own / "outputs"))
        patch.setenv("AZEOTROPE_CACHE", str(shared / "cache"))
        patch.delenv("MLFLOW_TRACKING_URI", raising=False)
        yield


@pytest.fixture(scope="session")
def tiny_roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a RoBERTa of width 16 with random weights, one token per character, no pooler, and its language head."""
    import torch
    from transformers import RobertaConfig, RobertaForMaskedLM, RobertaTokenizerFast

    folder = tmp_path_factory.mktemp("roberta")
    tokens = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *map(chr, range(33, 127))]
    (folder / "vocab.json").write_text(json.dumps({token: index for index, token in enumerate(tokens)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    RobertaTokenizerFast(str(folder / "vocab.json"), str(folder / "merges.txt")).save_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}
        config = RobertaConfig(vocab_size=len(tokens), max_position_embeddings=66, **sizes)
        RobertaForMaskedLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a T5 of width 16 with random weights, decoder included, and a SentencePiece model as its only tokenizer."""
    import sentencepiece
    import torch
    from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

    folder = tmp_path_factory.mktemp("t5")
    pieces = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["CCO", "c1ccccc1O", "CC(=O)N", "C[C@H](O)F", "ClC=CBr", "[Na+].[Cl-]"]),
        model_writer=pieces,
        vocab_size=40,
        hard_vocab_limit=False,
        pad_id=0,
        eos_id=1,
        unk_id=2,
        bos_id=-1,
        minloglevel=2,
    )
    (folder / "spiece.model").write_bytes(pieces.getvalue())
    T5Tokenizer(str(folder / "spiece.model"), extra_ids=0, legacy=True).save_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        config = T5Config(vocab_size=64, d_model=16, d_kv=8, d_ff=24, num_layers=2, num_heads=2)
        T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder


class MlflowServer:
    """A running `mlflow ui`, the server that people look at, on loopback.

    Parameters
    ----------
    command
        Starts it, but for its port and number of workers.
    port
        Where it listens.
    log
        File that it writes to.
    """

    def __init__(self, command: Sequence[str], port: int, log: Path) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        with log.open("ab") as out:
            words = [*command, f"--port={port}", "--workers=1"]
            self._process = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5).close()
            except OSError:
                time.sleep(0.5)
            else:
                return
        raise AssertionError(log.read_text())

    def kill(self) -> None:
        """End it at once, and all processes it started; may be repeated."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=30)

    def ask(self, path: str, **body: object) -> dict[str, Any]:
        """Return the answer of the REST API."""
        request = urllib.request.Request(
            f"{self.address}/api/2.0/mlflow/{path}",
            json.dumps(body).encode() if body else None,
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return dict(json.load(answer))

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs of the experiment."""
        experiment = self.ask("experiments/get-by-name?experiment_name=azeotrope")["experiment"]["experiment_id"]
        return list(self.ask("runs/search", experiment_ids=[experiment], max_results=100).get("runs", []))


@pytest.fixture
def serve() -> Iterator[Callable[..., MlflowServer]]:
    """Start MLflow on a database, by a command of one's own or on a port of one's own where they are given."""
    started: list[MlflowServer] = []

    def start(database: Path, port: int | None = None, command: Sequence[str] = ()) -> MlflowServer:
        stored = (f"--backend-store-uri=sqlite:///{database}", f"--artifacts-destination={database}.artifacts")
        default = (sys.executable, "-m", "mlflow", "ui", *stored)
        started.append(MlflowServer(command or default, port or _free_port(), database.with_suffix(".log")))
        return started[-1]

    yield start
    for server in started:
        server.kill()


@pytest.fixture(scope="session")
def slurm() -> None:
    """Skip where no Slurm answers, but fail where the environment says that one must."""
    reason = _reason_against_slurm()
    if reason is not None:
        is_required = os.environ.get("AZEOTROPE_REQUIRE_SLURM") == "1"
        how_to = "to have one: `tests/slurm/slurm.sh start`, and export what it prints"
        (pytest.fail if is_required else pytest.skip)(f"{reason}; {how_to}")


def _reason_against_slurm() -> str | None:
    if shutil.which("sinfo") is None:
        return "Slurm is not installed"
    try:
        answer = subprocess.run(["sinfo", "--noheader"], capture_output=True, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return "Slurm does not answer"
    return None if answer.returncode == 0 else "Slurm does not answer"


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _has_mirror() -> bool:
    mirror = os.environ.get("AZEOTROPE_MIRROR", "").strip()
    return bool(mirror) and Path(mirror).expanduser().is_dir()
