"""Certified comparison of points, functions, fields, forms and tensors on manifolds."""

import pytest

from scmpy import *

system = spacetime_sphere
t, r, theta, phi = system.coordinates("t r theta phi")
dt, dr, dtheta, dphi = system.form_basis("t r theta phi")
e = system.vector_basis("t r theta phi")
x, y = R2_rect.coordinates("x y")
hole = Schwarzschild_metric(system, 1)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (r * sin(theta) ** 2, r - r * cos(theta) ** 2),
        (r - r, 0),
        (r / r, 1),
        (commutator(e[0], e[1]), 0),
        (e[1] + r * e[0], r * e[0] + e[1]),
        (e[0] * e[1], e[1] * e[0]),
        (d(t), dt),
        (d(r * dt), dr * dt),
        (d(d(r * dt)), 0),
        (dt @ dr - dr @ dt, dt * dr),
        (Killing_residual(hole)(e[3]), 0),
        (Einstein(hole, system), 0),
        (Ricci(Levi_Civita(hole, system), system), lambda u, v: 0),
        (commutator(Euler_angles.vector_basis()[0], Euler_angles.vector_basis()[1]), 0),
        (commutator(*so3_basis.vectors[:2]), -so3_basis.vectors[2]),
        (system.point(1, 2, 1, 1), spacetime_sphere.point(up(1, 2, 1, 1))),
        (S2_spherical.point(1, 1), S2_spherical.point(-1, 1 + 4 * atan(1))),
        (
            R2_polar.point(*symbols("r a")),
            R2_rect.point(symbols("r") * cos(symbols("a")), symbols("r") * sin(symbols("a"))),
        ),
        (make_manifold_point(up(3, 4), R2, "mine", up(5, 0)), R2_rect.point(3, 4)),
        (R2_polar.basis().vectors[1], x * R2_rect.basis().vectors[1] - y * R2_rect.basis().vectors[0]),
    ],
)
def test_equal(a, b):
    assert equivalent(a, b).verdict == "equal", equivalent(a, b)
    assert equivalent(b, a).verdict == "equal", equivalent(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (r**2, r**3),
        (r, 1),
        (r, R2_polar.coordinates()[0]),
        (e[1], e[2]),
        (e[0], 0),
        (e[0], 3),
        (e[0] * e[1], 0),
        (commutator(e[0], t * e[1]), 0),
        (e[0], dt),
        (t, e[0]),
        (0, dt),
        (dt * dr, dr * dt),
        (dt @ dr, dr @ dt),
        (Killing_residual(hole)(e[2]), 0),
        (system.point(1, 1, 1, 1), system.point(1, 1, 1, 2)),
        (system.point(1, 1, 1, 1), R2_rect.point(1, 1)),
        (R2_polar.point(1, 0), R2_rect.point(0, 0)),
        (up(r, e[0]), up(r, e[1])),
    ],
)
def test_different(a, b):
    assert equivalent(a, b).verdict == "different", equivalent(a, b)
    assert equivalent(b, a).verdict == "different", equivalent(b, a)
