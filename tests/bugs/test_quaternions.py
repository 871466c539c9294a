"""Quaternions of functions, elementary functions of quaternions, and the axis of a symbolic rotation."""

import cmath
import random

import pytest

import scmpy as s
from scmpy import acos, acosh, asin, asinh, atan, atanh, cos, log, quaternion, sin, sqrt, tan
from scmpy.errors import DomainError, ScmpyError

NAMES = "exp log sqrt sin cos tan cot sec csc sinh cosh tanh sech csch".split()
COMPLEX = {
    "cot": lambda z: 1 / cmath.tan(z),
    "sec": lambda z: 1 / cmath.cos(z),
    "csc": lambda z: 1 / cmath.sin(z),
    "sech": lambda z: 1 / cmath.cosh(z),
    "csch": lambda z: 1 / cmath.sinh(z),
    "7/3": lambda z: z ** (7 / 3),
}
UNIT = (2 / 7, 3 / 7, 6 / 7)


def in_the_plane(z):
    """The quaternion x + y u of a complex number x + y i, for a unit vector u."""
    return s.quaternion(z.real, *(z.imag * c for c in UNIT))


@pytest.mark.parametrize("z", [0.3 + 0.8j, -1.2 + 0.4j, 0.5 + 2j])
@pytest.mark.parametrize("name", NAMES)
def test_functions_are_those_of_complex_numbers_in_every_plane(name, z):
    expected = in_the_plane(COMPLEX.get(name, getattr(cmath, name, None))(z))
    assert list(getattr(s, name)(in_the_plane(z))) == pytest.approx(list(expected), abs=1e-12)


def test_powers():
    z = 0.3 + 0.8j
    assert list(in_the_plane(z) ** 0.5) == pytest.approx(list(s.sqrt(in_the_plane(z))))
    assert list(in_the_plane(z) ** s.div(7, 3)) == pytest.approx(list(in_the_plane(z ** (7 / 3))))
    q = s.quaternion(1.0, 2.0, 3.0, 4.0)
    assert list(s.sqrt(q) * s.sqrt(q)) == pytest.approx(list(q))
    assert s.quaternion(1, 2, 3, 4) ** -2 * s.quaternion(1, 2, 3, 4) ** 2 == s.quaternion(1, 0, 0, 0)


def test_real_quaternions():
    assert s.exp(s.quaternion(0, 0, 0, 0)) == s.quaternion(1, 0, 0, 0)
    assert s.sqrt(s.quaternion(4, 0, 0, 0)) == s.quaternion(2, 0, 0, 0)
    assert s.sqrt(s.quaternion(0, 0, 0, 0)) == s.quaternion(0, 0, 0, 0)
    for name in ("sqrt", "log"):
        with pytest.raises(DomainError):
            getattr(s, name)(s.quaternion(-4, 0, 0, 0))
    with pytest.raises(ScmpyError):
        s.csc(s.quaternion(0, 0, 0, 0))


def test_quaternions_of_functions():
    x, y = s.symbols("x y")
    q = s.quaternion(s.sin, s.cos, 1, s.literal_function("f"))
    assert q(x) == s.quaternion(s.sin(x), s.cos(x), 1, s.literal_function("f")(x))
    assert s.D(q)(x) == s.D(lambda x: q(x))(x)
    assert repr(s.D(q)(x)) == "(quaternion (cos x) (* -1 (sin x)) 0 ((D f) x))"
    assert (q * q)(x) == q(x) * q(x)
    assert repr(s.D(lambda a: s.quaternion(lambda b: a * a * b, a, 0, 0))(x)[0](y)) == "(* 2 x y)"
    assert s.arity(q) == (1, 1)


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
