"""Pictures as they are seen: compared with images that were looked at, on one font, with a tolerance.

What is compared is kept small; ``python tests/plot/test_images.py`` draws the images anew.
"""

import math
from pathlib import Path

import matplotlib
import pytest
from matplotlib.testing.compare import compare_images

from scmpy import HHHam, cos, explore_section, frame, make_point, plot_function, plot_line, plot_parametric, sin

IMAGES = Path(__file__).parent / "images"
STYLE = {**matplotlib.rcParamsDefault, "font.family": ["DejaVu Sans"], "mathtext.fontset": "dejavusans"}
TOLERANCE = 6  # of the root mean square, in 256 steps: letters differ a little between versions


def curves():
    window = frame(0, math.tau, -1.5, 1.5, 300, 240, name="$\\sin$ and $\\cos$")
    plot_function(window, sin, 0, math.tau, 0.05)
    plot_function(window, cos, 0, math.tau, 0.05, color="tab:red", linestyle="--")
    plot_parametric(window, lambda t: make_point(math.pi + cos(t), sin(t)), 0, math.tau, 0.05)
    plot_line(window, 0, 0, math.tau, 0)
    return window


def section():
    window = frame(-0.5, 0.75, -0.5, 0.5, 300, 240)
    explore_section(window, HHHam, 1 / 12, 0, 60)
    return window


PICTURES = {"curves": curves, "section": section}


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_before(name, tmp_path):
    with matplotlib.rc_context(STYLE):
        PICTURES[name]().save(tmp_path / f"{name}.png")
    assert compare_images(IMAGES / f"{name}.png", tmp_path / f"{name}.png", TOLERANCE) is None


def test_another_picture_is_told(tmp_path):
    """The comparison proves itself."""
    with matplotlib.rc_context(STYLE):
        window = curves()
        plot_line(window, 0, 1, math.tau, -1)
        window.save(tmp_path / "other.png")
    assert compare_images(IMAGES / "curves.png", tmp_path / "other.png", TOLERANCE) is not None


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    with matplotlib.rc_context(STYLE):
        for name, picture in PICTURES.items():
            picture().save(IMAGES / f"{name}.png")
