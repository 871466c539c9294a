"""Quaternions of functions, elementary functions of quaternions, and the axis of a symbolic rotation."""

import cmath

import pytest

import scmpy as s
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
