import io
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.image import imread

from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.mixing_curve_figure import mixing_curve_png

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def curve() -> MixingCurve:
    grid = np.linspace(0, 1, 21)
    return MixingCurve(
        "CCO",
        "O",
        "ln viscosity",
        "ln(mPa s)",
        "measured",
        298.15,
        None,
        test_fraction=np.array([0.25, 0.5]),
        test_value=np.array([0.6, 0.8]),
        other_fraction=np.array([0.0, 1.0]),
        other_value=np.array([0.0, 0.2]),
        grid=grid,
        prediction=0.1 + 0.2 * grid + 3 * grid * (1 - grid),
        ideal=0.2 * grid,
        model_ideal=0.1 + 0.2 * grid,
    )


def test_a_png_that_is_equal_on_two_calls_and_holds_no_date_or_version(curve: MixingCurve) -> None:
    first = mixing_curve_png(curve)
    assert first.startswith(SIGNATURE)
    assert first == mixing_curve_png(curve)
    assert b"tEXt" not in first
    assert b"tIME" not in first


def test_size_and_that_something_is_drawn(curve: MixingCurve) -> None:
    pixels = imread(io.BytesIO(mixing_curve_png(curve, width_inches=5.0, dots_per_inch=100)))
    assert pixels.shape[:2] == (360, 500)
    assert pixels[..., :3].std() > 0.05


def test_the_picture_depends_on_the_prediction(curve: MixingCurve) -> None:
    other = replace(curve, prediction=curve.prediction + 0.5)
    assert mixing_curve_png(curve) != mixing_curve_png(other)


def test_the_callers_matplotlib_settings_stay_and_do_not_matter(curve: MixingCurve) -> None:
    plain = mixing_curve_png(curve)
    with mpl.rc_context({"font.size": 30.0, "axes.facecolor": "red", "lines.markersize": 50.0}):
        assert mixing_curve_png(curve) == plain
        assert mpl.rcParams["font.size"] == 30.0


@pytest.mark.parametrize("name", ["$x$", r"C/C=C\C$", "[Na+].[Cl-]", "C" * 300, "<script>"])
def test_names_are_never_read_as_formulas(curve: MixingCurve, name: str) -> None:
    png = mixing_curve_png(replace(curve, first=name, solute=name, quantity=name, unit=name))
    assert png.startswith(SIGNATURE)


def test_long_names_stay_inside_the_picture(curve: MixingCurve) -> None:
    long = replace(curve, first="O" * 99, second="N" * 99, solute="O" * 99, origin="computed")
    pixels = imread(io.BytesIO(mixing_curve_png(long)))
    assert (pixels[:, -6:, :3] == 1.0).all()


def test_what_is_unknown_is_left_out(curve: MixingCurve) -> None:
    nothing = np.array([])
    bare = replace(curve, ideal=np.full(21, np.nan), other_fraction=nothing, other_value=nothing, temperature_k=None)
    assert mixing_curve_png(bare).startswith(SIGNATURE)


def test_computed_data_change_the_picture(curve: MixingCurve) -> None:
    assert mixing_curve_png(replace(curve, origin="computed")) != mixing_curve_png(curve)
