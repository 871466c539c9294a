"""Forms integrated over chains: Stokes' theorem, volumes that are known, errors."""

import pytest

from scmpy import *
from scmpy.errors import StructureError, WrongTypeError

(x, y, z), (dx, dy, dz) = R3_rect.coordinates("x y z"), R3_rect.form_basis("x y z")
a, b = symbols("a b")


def spherical(*intervals):
    return singular_cube(lambda q: R3_spherical.point(*q), *intervals)


def torus(q):
    r, u, v = q
    return R3_rect.point((2 + r * cos(v)) * cos(u), (2 + r * cos(v)) * sin(u), r * sin(v))


def bent(q):
    u, v = q
    return R3_rect.point(u * v, u - v**2, u**2 + v)


CHAINS = {
    "a piece of a ball": spherical((0.5, 1.5), (0.25, 1.5), (1, 2.25)),
    "a piece of a torus": singular_cube(torus, (0, 0.5), (0.25, 2.0), (-1, 1.5)),
    "a surface": singular_cube(bent, (-1, 1.5), (0.5, 2.0)),
    "a curve": singular_cube(lambda t: R3_rect.point(exp(t), t**2, sin(t)), (-0.5, 2.0)),
}
FORMS = {
    1: [x * y**2 + sin(z), x * exp(y)],
    2: [x * y * dz + z**2 * dx, sin(x) * dy - x * z * dx],
    3: [x**2 * wedge(dy, dz) + y * z * wedge(dx, dy), sin(y) * wedge(dz, dx) + exp(z) * wedge(dx, dy)],
}


@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.slow] if "piece" in x else []) for x in CHAINS])
def test_stokes(name):
    chain = CHAINS[name]
    for w in FORMS[len(chain.terms[0][2])]:
        inside = chain(d(w))
        assert abs(inside) > 1e-3
        assert boundary_of(chain)(w) == pytest.approx(inside, rel=1e-9)


@pytest.mark.slow
def test_volumes_in_closed_form_and_orientation():
    assert equivalent(spherical((0, a), (0, pi), (0, 2 * pi))(wedge(dx, dy, dz)), 4 * pi * a**3 / 3)
    assert equivalent(spherical((0, a), (0, 2 * pi), (0, b))(wedge(dx, dy, dz)), 0)
    around = singular_cube(lambda q: torus(up(a, *q)), (0, 2 * pi), (0, 2 * pi))
    assert equivalent(around(z * wedge(dx, dy)), 4 * pi**2 * a**2)  # outward: the volume
    backwards, (form,) = singular_cube(lambda t: R1_rect.point(t), (3.0, 1.0)), R1_rect.form_basis()
    assert tuple(backwards(up(form, 2 * form))) == pytest.approx((-2, -4))


@pytest.mark.slow
def test_a_boundary_has_none():
    for name, w in (("a surface", x * y + z), ("a piece of a torus", x * y * dz)):
        assert boundary_of(boundary_of(CHAINS[name]))(w) == pytest.approx(0, abs=1e-9)


def test_what_is_no_chain_or_has_another_dimension():
    curve, surface = CHAINS["a curve"], CHAINS["a surface"]
    with pytest.raises(StructureError, match="of dimension 2 expects a form of this rank, got one of rank 1"):
        surface(dx)
    with pytest.raises(StructureError, match="one of points"):
        boundary_of(boundary_of(curve))
    with pytest.raises(StructureError, match="intervals of two ends, got 2, 3"):
        singular_cube(bent, (0, 1), (0, 1, 2))
    with pytest.raises(WrongTypeError, match="boundary-of expects a singular cube, got the 1-form dx"):
        boundary_of(dx)
