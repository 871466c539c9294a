"""Functions of quaternions are those of complex numbers, in the plane of the vector part; real numbers lie in all."""

import cmath
import random

import pytest

from scmpy import acos, acosh, asin, asinh, atan, atanh, cos, log, quaternion, sin, sqrt, tan
from scmpy.errors import ScmpyError

FUNCTIONS = {
    f: getattr(cmath, name)
    for name, f in zip("asin acos atan asinh log sqrt".split(), (asin, acos, atan, asinh, log, sqrt), strict=True)
}
chance = random.Random(0)
PLACES = [
    *((chance.uniform(-3, 3), chance.uniform(0, 3)) for _ in range(12)),
    *((0.0, 0.5), (0.0, 2.0), (1e-9, 1e-9), (2.0, 1e-12), (-40.0, 3.0), (0.3, 1.0)),
]


def embedded(z, direction=(2 / 3, -1 / 3, 2 / 3)):
    return [z.real, *(z.imag * x for x in direction)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
@pytest.mark.parametrize("a, b", PLACES)
def test_by_cmath(function, a, b):
    expected = FUNCTIONS[function](complex(a, b))
    assert list(function(quaternion(*embedded(complex(a, b))))) == pytest.approx(embedded(expected), rel=1e-12)


@pytest.mark.parametrize("function, inverse", [(sin, asin), (cos, acos), (tan, atan)])
def test_they_are_inverses(function, inverse):
    q = quaternion(0.3, -1.2, 0.7, 2.0)
    assert list(function(inverse(q))) == pytest.approx(list(q))
    assert list(inverse(quaternion(0, 1, 2, 3))) == pytest.approx(list(inverse(quaternion(0.0, 1.0, 2.0, 3.0))))


@pytest.mark.parametrize("function", [asin, acos, acosh, atanh, log, sqrt], ids=str)
def test_of_a_real_number(function):
    """A value that is not real would be one in every plane; the part that is real is none."""
    assert list(function(quaternion(1 - 1e-9 * (function is atanh), 0, 0, 0)))[1:] == [0, 0, 0]
    for a in (-2, -2.0):
        with pytest.raises(ScmpyError, match="every direction"):
            function(quaternion(a, 0, 0, 0))
