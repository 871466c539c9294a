"""Elliptic integrals and functions against mpmath."""

import math

import mpmath
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DomainError


@given(st.floats(1, 20), st.floats(-1, 1))
def test_moduli_above_one_and_negative_ones(k, part):
    """The integrals to an angle are real as far as k sin(phi) is at most 1; all are even in k."""
    phi = part * 0.999 * math.asin(1 / k)
    with mpmath.workdps(30):
        m = mpmath.mpf(k) ** 2
        first, second = (mpmath.quad(lambda t, p=p: (1 - m * mpmath.sin(t) ** 2) ** p, [0, phi]) for p in (-0.5, 0.5))
    for sign in (1, -1):
        assert s.elliptic_integral_F(phi, sign * k) == pytest.approx(float(first), rel=1e-9, abs=1e-12)
        assert s.elliptic_integral_E(phi, sign * k) == pytest.approx(float(second), rel=1e-9, abs=1e-12)
    assert s.complete_elliptic_integral_K(-0.5) == s.complete_elliptic_integral_K(0.5)
    assert s.complete_elliptic_integral_E(-0.5) == s.complete_elliptic_integral_E(0.5)


def test_the_modulus_one():
    sn, cn, dn = s.Jacobi_elliptic_functions(0.7, 1, lambda *found: found)
    assert sn == pytest.approx(math.tanh(0.7)) and cn == pytest.approx(1 / math.cosh(0.7)) == pytest.approx(dn)
    assert s.complete_elliptic_integral_E(1) == 1


@pytest.mark.parametrize("k", [1.2, 1.5, -2.0, 3.7, 100.0, 1.0000001, 1 / math.sin(1.0)])
def test_the_edge_of_the_domain_is_met_by_rounding(k):
    """k sin phi = 1, where phi is a float: beyond it or before it by a part of 1e-16, next to a root's infinite slope."""
    for phi in (math.asin(1 / k), math.nextafter(math.asin(1 / k), math.inf), -math.asin(1 / k)):
        sign = math.copysign(1, phi)
        first, second = (
            float(mpmath.ellipk(1 / k**2)) / abs(k),
            mpmath.ellipe(mpmath.asin(1 / mpmath.mpf(abs(k))), k**2),
        )
        assert s.elliptic_integral_F(phi, k) == pytest.approx(sign * first, rel=1e-7)
        assert s.elliptic_integral_E(phi, k) == pytest.approx(sign * float(mpmath.re(second)), rel=1e-12)
    with pytest.raises(DomainError):
        s.elliptic_integral_F(math.asin(1 / k) * (1 + 1e-7), k)


def test_other_edges_met_by_rounding():
    assert s.complete_elliptic_integral_E(1 + 2**-52) == 1 and s.Lambert_W(-math.exp(-1)) == -1
    motion = s.trajectory(lambda state: s.up(1, state[1]), s.up(0.0, 1.0), 0.3)
    assert motion(0.1 * 3)[1] == pytest.approx(math.exp(0.3)) == motion(numpy.array([0.1 * 3]))[1]
    with pytest.raises(DomainError):
        motion(0.3000001)
