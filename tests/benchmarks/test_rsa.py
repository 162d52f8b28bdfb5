import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "rsa.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    specification = importlib.util.spec_from_file_location("benchmark_of_rsa", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_kernels_and_loops_agree(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    comparisons = benchmark.main(benchmark.Size(30, 40, 3, 12, 8, 5))
    assert [row.n_rounds for row in comparisons] == [40, 40, 40, 40, 5]
    assert max(row.difference for row in comparisons) < 1e-12
    assert all(row.ratio > 0 and row.ratio_per_core > 0 for row in comparisons)
    assert "permutation null" in capsys.readouterr().out


def test_the_loop_of_rsatoolbox_is_left_out_where_it_is_not_installed(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda _: None)
    assert len(list(benchmark.compare_all(benchmark.Size(12, 17, 2, 12, 6, 2)))) == 4


def test_times_are_scaled_to_the_rounds_of_the_kernel(benchmark: ModuleType) -> None:
    kernel, loop = benchmark.Seconds(0.5, 1.0), benchmark.Seconds(3.0, 2.4)
    row = benchmark.compared("task", (benchmark.np.arange(10.0), kernel), ([0.0, 1.0, 2.25], loop))
    assert (row.n_rounds, row.n_timed, row.loop_s, row.difference) == (10, 3, (10.0, 8.0), 0.25)
    assert (row.ratio, row.ratio_per_core) == (20.0, 8.0)
