import sys
from pathlib import Path

import numpy as np
import pytest
from processes import peak_memory_mb, reset_peak_memory, run_program

HAS_PROC = Path("/proc/self/clear_refs").exists()


def test_a_program_answers_with_the_json_of_its_last_line(tmp_path: Path) -> None:
    done = run_program([sys.executable, "-c", "print('reading'); print('[1, null]')"], tmp_path / "log")
    assert done.answer == [1, None]
    assert done.seconds > 0.0
    assert (tmp_path / "log.out").read_text() == done.output


def test_a_program_that_fails_is_an_error_that_names_its_log(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"ended with 3; see .*log\.err"):
        run_program([sys.executable, "-c", "import sys; sys.exit(sys.stderr.write('why'))"], tmp_path / "log")
    assert (tmp_path / "log.err").read_text() == "why"


@pytest.mark.skipif(not HAS_PROC, reason="the system does not tell how much memory a process holds")
@pytest.mark.parametrize(("megabytes", "least", "most"), [(0, 5.0, 100.0), (200, 200.0, 300.0)])
def test_peak_memory_is_that_of_the_program_and_not_of_the_process_that_starts_it(
    megabytes: int, least: float, most: float, tmp_path: Path
) -> None:
    ours = np.ones(50_000_000)  # 400 MB
    held = f"held = b'1' * {megabytes}_000_000; import time; time.sleep(0.2)"
    peak = run_program([sys.executable, "-c", held], tmp_path / "log").peak_mb
    assert len(ours)
    assert peak is not None
    assert least < peak < most


@pytest.mark.skipif(not HAS_PROC, reason="the system does not tell how much memory a process holds")
def test_the_peak_starts_again_where_it_is_reset() -> None:
    reset_peak_memory()
    held = np.ones(25_000_000)  # 200 MB
    with_it = peak_memory_mb()
    del held
    reset_peak_memory()
    without_it = peak_memory_mb()
    assert with_it is not None
    assert without_it is not None
    assert with_it - without_it > 150.0


def test_a_process_that_is_not_there_has_no_peak() -> None:
    assert peak_memory_mb("none") is None
