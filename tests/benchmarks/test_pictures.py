from pathlib import Path
from typing import Any

import pytest
from growth import COMPONENTS, MOLECULES, ROWS
from matplotlib.image import imread
from measure_steps import STEPS
from pictures import growth_picture, speed_picture, training_bars
from stage import Result
from training import AZEOTROPE, COMMAND, LIBRARY, TARGET


def _training(target: float | None = 12.0) -> Result:
    def row(side: str, batch: int, speed: float, **more: Any) -> dict[str, Any]:
        return {"side": side, "batch_size": batch, "rows_per_s": speed, **more}

    sides = [row(AZEOTROPE, 64, 6_000.0), row(COMMAND, 64, 1_200.0), row(LIBRARY, 64, 1_500.0)]
    return Result({}, "full", [*sides, row(TARGET, 64, 1.0, target_ratio=target)])


def test_bars_of_training_are_ratios_at_equal_batch_sizes_and_the_time_to_the_target() -> None:
    assert [bar.ratio for bar in training_bars(_training())] == [5.0, 4.0, 12.0]


def test_no_bar_where_the_target_was_not_reached_or_nothing_was_trained() -> None:
    assert len(training_bars(_training(target=None))) == 2
    assert training_bars(None) == []


def test_the_speed_picture_shows_training_and_comparisons(tmp_path: Path) -> None:
    row = {"task": "read", "azeotrope_s": 1.0, "other": "pandas", "other_s": 2.0, "ratio": 2.0}
    alone = {"task": "all", "azeotrope_s": 1.0, "other": "", "other_s": None, "ratio": None}
    compared = Result({}, "full", [row, alone])
    tall, short = (
        _image(speed_picture(results), tmp_path)
        for results in ({"loading": compared, "training": _training()}, {"loading": compared})
    )
    assert tall.shape[0] > short.shape[0]
    assert tall[..., :3].std() > 0.0


@pytest.mark.parametrize("axes", [(ROWS, COMPONENTS, MOLECULES), (ROWS,)])
def test_the_growth_picture_has_a_line_per_step_and_words_for_what_was_not_measured(
    axes: tuple[str, ...], tmp_path: Path
) -> None:
    rows = [
        {"axis": axis, "number": number, "step": step, "seconds": 1.0 * number, "us_per_row": 5.0, "peak_mb": peak}
        for axis in axes
        for number, peak in ((10, 800.0), (100, None))
        for step in STEPS
    ]
    picture = growth_picture(Result({}, "full", rows))
    assert picture == growth_picture(Result({}, "full", rows))
    assert _image(picture, tmp_path)[..., :3].std() > 0.0


def _image(png: bytes, folder: Path) -> Any:
    path = folder / "picture.png"
    path.write_bytes(png)
    return imread(path)
