"""Certified comparison of points, functions, fields, forms and tensors on manifolds."""

import pytest

from scmpy import *

from ..tables import evaluated

system = spacetime_sphere
t, r, theta, phi = system.coordinates("t r theta phi")
dt, dr, dtheta, dphi = system.form_basis("t r theta phi")
e = system.vector_basis("t r theta phi")
x, y = R2_rect.coordinates("x y")
hole = Schwarzschild_metric(system, 1)


@pytest.mark.parametrize(("a", "b"), evaluated(__file__, "comparison.txt", "equal", globals()))
def test_equal(a, b):
    assert equivalent(a, b).verdict == "equal", equivalent(a, b)
    assert equivalent(b, a).verdict == "equal", equivalent(b, a)


@pytest.mark.parametrize(("a", "b"), evaluated(__file__, "comparison.txt", "different", globals()))
def test_different(a, b):
    assert equivalent(a, b).verdict == "different", equivalent(a, b)
    assert equivalent(b, a).verdict == "different", equivalent(b, a)
