from pathlib import Path

import pytest
import run
from stage import Result


def test_a_quick_run_writes_its_page_beside_its_results(tmp_path: Path) -> None:
    run.main(["feature_models", "--quick", "--results", str(tmp_path)])
    assert Result.read(tmp_path, "feature_models") is not None
    assert "## Features of mixtures" in (tmp_path / "benchmarks.md").read_text()
    assert (tmp_path / "speed.png").read_bytes().startswith(b"\x89PNG")
    assert not (tmp_path / "growth.png").exists()


def test_rendering_measures_nothing_and_writes_what_is_there(tmp_path: Path) -> None:
    results, page = tmp_path / "results", tmp_path / "page"
    run.main(["feature_models", "--quick", "--results", str(results)])
    before = (results / "feature_models.json").stat().st_mtime_ns
    run.main(["--render", "--results", str(results), "--page", str(page)])
    assert (results / "feature_models.json").stat().st_mtime_ns == before
    assert (page / "benchmarks.md").read_text() == (results / "benchmarks.md").read_text()


def test_a_page_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no result in"):
        run.main(["--render", "--results", str(tmp_path), "--page", str(tmp_path / "page")])
    assert not (tmp_path / "page").exists()


def test_the_published_page_is_for_full_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[Path, Path]] = []
    monkeypatch.setattr(run, "measure", lambda *_, **__: None)
    monkeypatch.setattr(run, "render", lambda results, page: written.append((results, page)))
    run.main([])
    run.main(["--quick"])
    bench = run.CHECKOUT / "outputs" / "bench"
    assert written == [(bench, run.CHECKOUT / "docs" / "performance"), (bench / "quick", bench / "quick")]


def test_an_unknown_stage_is_refused_with_the_names_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["trainig"])
    assert "choose from training, limit" in capsys.readouterr().err


def test_every_stage_has_a_name_of_its_own() -> None:
    assert list(run.STAGES) == [
        *(
            "training",
            "limit",
            "features",
            "loading",
            "evaluation",
            "rsa",
            "startup",
            "growth",
            "folds",
            "feature_models",
        )
    ]
