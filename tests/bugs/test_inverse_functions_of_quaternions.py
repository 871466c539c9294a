"""asin, acos and atan of quaternions: those of complex numbers, in the plane of the vector part."""

import cmath
import math
import random

import pytest

from scmpy import acos, asin, atan, cos, quaternion, simplify, sin, substitute, symbols, tan
from scmpy.errors import ScmpyError

FUNCTIONS = {asin: cmath.asin, acos: cmath.acos, atan: cmath.atan}
chance = random.Random(0)
PLACES = [
    *((chance.uniform(-3, 3), chance.uniform(0, 3)) for _ in range(12)),
    *((0.0, 0.5), (0.0, 2.0), (1e-9, 1e-9), (2.0, 1e-12), (-40.0, 3.0), (0.3, 1.0)),
]
DIRECTION = (2 / 3, -1 / 3, 2 / 3)


def embedded(z, direction=DIRECTION):
    return [z.real, *(z.imag * x for x in direction)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
@pytest.mark.parametrize("a, b", PLACES)
def test_by_cmath(function, a, b):
    expected = FUNCTIONS[function](complex(a, b))
    assert list(function(quaternion(*embedded(complex(a, b))))) == pytest.approx(embedded(expected), rel=1e-12)


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
@pytest.mark.parametrize("a, b", PLACES[:6])
def test_of_symbols_by_value(function, a, b):
    names = symbols("a b c d")
    found = function(quaternion(*names))
    values = dict(zip(names, embedded(complex(a, b)), strict=True))
    value = [complex(substitute(part, values)).real for part in found]
    assert value == pytest.approx(embedded(FUNCTIONS[function](complex(a, b))), rel=1e-9)


@pytest.mark.parametrize("function, inverse", [(sin, asin), (cos, acos), (tan, atan)])
def test_they_are_inverses(function, inverse):
    q = quaternion(0.3, -1.2, 0.7, 2.0)
    assert list(function(inverse(q))) == pytest.approx(list(q))


def test_exact_numbers_stay_exact_until_they_are_printed():
    found = asin(quaternion(0, 1, 0, 0))
    assert float(found[1]) == pytest.approx(math.asinh(1))
    assert found[0] == 0


def test_of_a_real_number():
    assert list(atan(quaternion(1.0, 0, 0, 0))) == [math.atan(1), 0, 0, 0]
    assert simplify(asin(quaternion(0, 0, 0, 0)))[0] == 0
    for function in (asin, acos):
        with pytest.raises(ScmpyError, match="every direction"):
            function(quaternion(2.0, 0, 0, 0))
