"""Functions of one's own that machine code does not have, and whose derivatives have constants, in all motions."""

import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import WrongTypeError


@pytest.fixture(scope="module")
def slope():
    erf = s.elementary_function(
        "an-error-function", numbers=math.erf, derivative=lambda x: 2 / s.sqrt(s.pi) * s.exp(-(x**2))
    )
    return lambda state: s.up(1, state[2], -erf(state[1]))


@pytest.mark.parametrize("method", ["taylor", "radau", "bulirsch-stoer", "gauss-legendre-6"])
def test_a_method_with_derivatives_takes_constants_in_them(slope, method):
    step = {"step": 0.01} if method == "gauss-legendre-6" else {}
    expected = s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0).end
    found = s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0, method=method, **step).end
    assert list(found) == pytest.approx(list(expected), abs=1e-9)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:there is no machine code")
def test_many_orbits_images_and_crossings_of_functions_that_machine_code_does_not_have(slope):
    end = s.ensemble(slope, s.up(0.0, np.array([0.5, 1.0]), 0.0), 3.0).states
    assert end[1][1] == pytest.approx(s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0).end[1], abs=1e-9)

    turns = s.poincare_map(slope, lambda state: state[2], "falling")
    first, *_, last = turns.numpy(s.up(0.0, 1.0, 0.0), 400)[:, 0]
    assert last == pytest.approx(400 * first, rel=1e-9)

    def image(x, y, proceed, fail):
        return proceed(y, slope(s.up(0, x, 0))[2])

    few, many = (s.map_orbit(image, s.up(0.4, 0.8), n) for n in (50, 30_000))
    assert many.shape == (30_001, 2)
    assert np.array_equal(many[:51], few)


def test_a_motion_to_many_digits_refuses_functions_that_have_fewer(slope):
    with pytest.raises(WrongTypeError, match="an-error-function"):
        s.trajectory(slope, s.up(0, 1, 0), 3, digits=30)

    import flint

    erf = s.elementary_function(
        "enclosed-erf",
        numbers=math.erf,
        derivative=lambda x: 2 / s.sqrt(s.pi) * s.exp(-(x**2)),
        enclosure=flint.arb.erf,
    )
    with pytest.raises(WrongTypeError, match="rational"):
        s.trajectory(lambda state: s.up(1, erf(state[1])), s.up(0, 1), 3, digits=30)
