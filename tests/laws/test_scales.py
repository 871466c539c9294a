"""The problem at another scale has the scaled answer: every numeric procedure, by place and by value."""

from __future__ import annotations

import math
from itertools import islice

import numpy as np
import pytest

import scmpy as s
from scmpy.registry import entries, load_all, lookup

SCALES = [1e-30, 1e-9, 1.0, 1e9, 1e30]
INF = math.inf
up, exp, sin = s.up, s.exp, s.sin
ROOT, HENON = math.sqrt(2), (math.sqrt(6.09) - 0.7) / 2
ORBIT = s.map_orbit(lambda v: up(1.4 - v[0] ** 2 + 0.3 * v[1], v[0]), up(0.8, 0.8), 5)[5][1]


def rows(k, c):
    return s.matrix_by_rows([1.0 * k, 2.0 * c], [2.0 * k, 1.0 * c])


def wave(k, c):
    """A function of values of the size c and places of the size k, that changes its sign at k, 4 k, and 9 k."""
    return lambda x: c * s.sin(math.pi * s.sqrt(x / k))


def dip(k, c):
    """A function with its only minimum, -c, at 2 k."""
    return lambda x: c * ((x / k - 2) ** 2 - 1)


def hill(k, c):
    return lambda x: -dip(k, c)(x)


def with_slope(k, c):
    return lambda x, proceed: proceed(c * (x * x / k / k - 2), 2 * c * x / k / k)


def bowl(k, c):
    return lambda p: c * ((p[0] / k - 1) ** 2 + (p[1] / k + 2) ** 2)


def narrow(a, x, b, fa, fx, fb, count):
    return count > 60


def swing(k, c):
    """An oscillation of the height c with the period 2 pi k."""
    return lambda x: up(1, x[2], -x[1] / k / k)


def van_der_pol(k, c, mu=1):
    """The period is 6.66 k, the height 2 c."""
    return lambda x: up(1, x[2], mu * (1 - (x[1] / c) ** 2) * x[2] / k - x[1] / k / k)


def cubic(k, c):
    """Equilibria of the size c: where they turn back the parameter is 2 k/sqrt(27)."""
    return lambda p: lambda x: up(1, c * (p / k + x[1] / c - (x[1] / c) ** 3))


def shear(k, c):
    """The map of Henon of places of the size k and ordinates of the size c."""
    return lambda v: up(k * (1.4 - (v[0] / k) ** 2 + 0.3 * v[1] / c), c * v[0] / k)


def twist(c):
    """The standard map of angles and of momenta of the size c."""

    def step(x, y, proceed, fail):
        return s.standard_map(0.6)(x, y / c, lambda x, y: proceed(x, y * c), fail)

    return step


def stretch(k, c):
    return lambda x, y, proceed, fail: proceed(2 * x, y / 2 + c * (x / k) ** 2)


def squeeze(k, c):
    return lambda x, y, proceed, fail: proceed(2 * x + k * (y / c) ** 2, y / 2)


def spring(k, c):
    """A mass c on a spring: energies are of the size c."""
    return lambda x: c * (x[2] ** 2 - x[1] ** 2 / k / k) / 2


def two_springs(k, c):
    """Two oscillations with the periods 2 pi and pi, in places of the size k and momenta of the size c."""
    return lambda x: c * (s.square(x[2]) / c / c + (x[1][0] ** 2 + 4 * x[1][1] ** 2) / k / k) * k / 2


def two_wells(k, c):
    return lambda x: up(1, x[2], x[1] * (1 - (x[1] / c) ** 2) / k / k)


def turning(ratio):
    """The field of a rotation on ellipses."""
    (x, y), (u, v) = s.R2_rect.coordinates(), s.R2_rect.vector_basis()
    return ratio * x * v - y / ratio * u


def hole(k):
    return s.Schwarzschild_metric(s.spacetime_sphere, 2 * k), s.spacetime_sphere


#: What a procedure of numbers, by one of its names, gives of a problem whose places are of the size k and whose values
#: are of the size c; what it is to give, and how accurately. After a comma stands what is particular.
SEARCHES = {
    "definite-integral": (lambda f, k, c: f(lambda x: c * exp(x / k), 0, k) / k / c, math.e - 1, 1e-11),
    "definite-integral, of floats": (lambda f, k, c: f(lambda x: c * math.exp(x / k), 0, k) / k / c, math.e - 1, 1e-11),
    "definite-integral, to infinity": (lambda f, k, c: f(lambda x: c * exp(-x / k), 0, INF) / k / c, 1.0, 1e-11),
    "definite-integral, over the line": (
        lambda f, k, c: f(lambda x: c * math.exp(-((x / k) ** 2)), -INF, INF) / k / c,
        math.sqrt(math.pi),
        1e-11,
    ),
    "definite-integral, that oscillates": (
        lambda f, k, c: f(lambda x: c * sin(x / k) / (x / k), 0.0, INF) / k / c,
        math.pi / 2,
        1e-9,
    ),
    "definite-integral, of a pulse": (
        lambda f, k, c: f(lambda x: c if 0.61 < x / k < 0.62 else 0, 0, k) / k / c,
        0.01,
        1e-9,
    ),
    "definite-integral, of a tuple": (
        lambda f, k, c: f(lambda x: up(1, c * exp(x / k)), 0, k)[1] / k / c,
        math.e - 1,
        1e-11,
    ),
    "evaluate-improper-integral": (
        lambda f, k, c: f("open", lambda x: c * (k / x) ** 2, k, INF, 1e-10) / k / c,
        1.0,
        1e-9,
    ),
    "integral-enclosure": (lambda f, k, c: f(lambda x: c * exp(x / k), 0, k)[0] / k / c, math.e - 1, 1e-14),
    "integral-ball": (lambda f, k, c: float(f(lambda x: c * exp(x / k), 0, k).mid()) / k / c, math.e - 1, 1e-14),
    # roots
    "bisect": (lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k, 1e-12) / k, ROOT, 1e-11),
    "bisect-1": (lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k) / k, ROOT, 1e-14),
    "bisect-2": (lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k, 1e-12) / k, ROOT, 1e-11),
    "bisect-fp": (lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k, 1e-12) / k, ROOT, 1e-11),
    "find-a-root": (
        lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k, 0.1 * k, 1e-12, lambda x: x, INF) / k,
        ROOT,
        1e-11,
    ),
    "newton-search": (lambda f, k, c: f(with_slope(k, c), k, 1e-14) / k, ROOT, 1e-13),
    "newton-with-false-position-search": (lambda f, k, c: f(with_slope(k, c), 0, 2 * k, 1e-12) / k, ROOT, 1e-11),
    "zbrent": (lambda f, k, c: f(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k)[1] / k, ROOT, 1e-14),
    "search-for-roots": (lambda f, k, c: f(wave(k, c), k / 2, 10 * k, 1e-12, 0.5 * k)[1] / k, 4.0, 1e-10),
    "certified-roots": (lambda f, k, c: f(wave(k, c), 0.5 * k, 5 * k)[1][0] / k, 4.0, 1e-14),
    "multidimensional-root": (
        lambda f, k, c: (
            f(
                lambda v: [c * (v[0] / k + v[1] / k - 3), c * (v[0] * v[1] / k / k - 2)],
                [0.5 * k, 2.7 * k],
                0.01 * k,
                1e-10 * k,
            )[0]
            / k
        ),
        1.0,
        1e-9,
    ),
    "poly->roots": (
        lambda f, k, c: max(f(s.poly_from_dense([6 * c * k * k, -5 * c * k, c]))) / k,
        3.0,
        1e-12,
    ),
    # minima
    "minimize": (lambda f, k, c: f(dip(k, c), 0, 5 * k)[0] / k, 2.0, 1e-6),
    "gsmin": (lambda f, k, c: f(lambda x: c * abs(x / k - 2), 0, 5 * k)[0] / k, 2.0, 1e-6),
    "gsmax": (lambda f, k, c: f(lambda x: -c * abs(x / k - 2), 0, 5 * k)[0] / k, 2.0, 1e-6),
    "golden-section-min": (lambda f, k, c: f(dip(k, c), 0, 5 * k, narrow)[0] / k, 2.0, 1e-6),
    "golden-section-max": (lambda f, k, c: f(hill(k, c), 0, 5 * k, narrow)[0] / k, 2.0, 1e-6),
    "brent-min": (lambda f, k, c: f(dip(k, c), 0, 5 * k, 1e-8)[0] / k, 2.0, 1e-6),
    "brent-max": (lambda f, k, c: f(hill(k, c), 0, 5 * k, 1e-8)[1] / c, 1.0, 1e-6),
    "bracket-min": (lambda f, k, c: sum(f(dip(k, c), 5 * k, k)[1:4]) / k, 5.0, 1e-12),
    "bracket-max": (lambda f, k, c: sum(f(hill(k, c), 5 * k, k)[1:4]) / k, 5.0, 1e-12),
    "local-minima": (lambda f, k, c: f(dip(k, c), 0, 5 * k, 20, 1e-9)[0][0] / k, 2.0, 1e-4),
    "local-maxima": (lambda f, k, c: f(hill(k, c), 0, 5 * k, 20, 1e-9)[0][0] / k, 2.0, 1e-4),
    "estimate-global-max": (lambda f, k, c: f(hill(k, c), 0, 5 * k, 20, 1e-9)[0] / k, 2.0, 1e-4),
    "bfgs": (lambda f, k, c: f(bowl(k, c), (), [0.3 * k, 0.3 * k], 0.0, 1e-12, 100)[1][0][1] / k, -2.0, 1e-5),
    "nelder-mead": (lambda f, k, c: f(bowl(k, c), [0, 0], 0.1 * k, 1e-12, 400)[1][0][0] / k, 1.0, 1e-5),
    "multidimensional-minimize": (lambda f, k, c: f(bowl(k, c), up(0.3 * k, 0.3 * k))[0] / k, 1.0, 1e-5),
    "multidimensional-minimize, by the simplex": (
        lambda f, k, c: f(lambda p: c * (abs(p[0] / k - 1) + abs(p[1] / k + 2)), up(0.3 * k, 0.3 * k))[0] / k,
        1.0,
        1e-5,
    ),
    # interpolation, extrapolation, fits
    "Lagrange-interpolation-function": (
        lambda f, k, c: f([c, 4 * c, 9 * c], [k, 2 * k, 3 * k])(4 * k) / c,
        16.0,
        1e-12,
    ),
    "make-interp-poly": (lambda f, k, c: f([c, 4 * c, 9 * c], [k, 2 * k, 3 * k])(4 * k) / c, 16.0, 1e-12),
    "make-hermite-interpolator": (
        lambda f, k, c: f(1)([k, c, 2 * c / k], [2 * k, 4 * c, 4 * c / k])(3 * k) / c,
        9.0,
        1e-12,
    ),
    "rational-extrapolation": (
        lambda f, k, c: f([k, 2 * k, 5 * k], [c, 1.5 * c, 15 * c / 7])[-1] / c,
        s.rational_extrapolation([1, 2, 5], [1.0, 1.5, 15 / 7])[-1],
        1e-12,
    ),
    "rational-interpolation": (lambda f, k, c: f([c, 2 * c], 3 * c, [k, 2 * k], k / 2)[0] / c, -6.0, 1e-12),
    "richardson-derivative": (lambda f, k, c: f(lambda x: c * exp(x / k), 1e-9)(k) * k / c, math.e, 1e-7),
    "richardson-second-derivative": (
        lambda f, k, c: f(lambda x: c * exp(x / k), 1e-8)(k) * k * k / c,
        math.e,
        1e-5,
    ),
    "richardson-limit": (lambda f, k, c: f(lambda h: c * (3 + (h / k) ** 2), k / 2, 2, 2, 1e-10) / c, 3.0, 1e-9),
    "richardson-sequence": (
        lambda f, k, c: [*islice(f(lambda h: c * (3 + h / k + (h / k) ** 2), k), 3)][-1] / c,
        3.0,
        1e-12,
    ),
    "generate-cheb-exp": (lambda f, k, c: f(lambda x: c * (x / k) ** 3, 0, k, 4)[3] / c, 1 / 32, 1e-12),
    "generate-approx-poly": (lambda f, k, c: f(lambda x: c * (x / k) ** 2, 0, k, 3)(k / 2) / c, 0.25, 1e-12),
    "cheb-econ": (
        lambda f, k, c: f(s.poly_from_dense([0, c / k, 0, c / k**3]), -k, k, 0.3 * c)(1.0 * k) / c,
        1.75,
        1e-12,
    ),
    "solve-vandermonde-system": (
        lambda f, k, c: f([3 * k, 5 * k, 7 * k], [9 * c, 11 * c, 13 * c], lambda x: x[1], None) * k / c,
        1.0,
        1e-12,
    ),
    "svd-least-squares": (
        lambda f, k, c: f(s.matrix_by_rows([k, k], [k, 2 * k], [k, 3 * k]), [c, 2 * c, 4 * c])[0][1] * k / c,
        1.5,
        1e-12,
    ),
    # linear algebra
    "determinant": (lambda f, k, c: f(rows(k, c)) / k / c, -3.0, 1e-13),
    "lu-determinant": (lambda f, k, c: f(rows(k, c)) / k / c, -3.0, 1e-13),
    "general-determinant": (
        lambda f, k, c: f(s.add, s.sub, s.mul, s.is_zero)(rows(k, c)) / k / c,
        -3.0,
        1e-13,
    ),
    "solve-linear": (lambda f, k, c: f(rows(k, c), s.column_matrix(5 * k, 7 * k))[1, 0] * c / k, 1.0, 1e-13),
    "m:solve": (lambda f, k, c: f(rows(k, c), up(5 * k, 7 * k))[1] * c / k, 1.0, 1e-13),
    "lu-solve": (lambda f, k, c: f(rows(k, c), [5 * k, 7 * k], lambda x: x[1], None) * c / k, 1.0, 1e-13),
    "lu-solve-linear-system": (lambda f, k, c: f(rows(k, c), [5 * k, 7 * k])[1] * c / k, 1.0, 1e-13),
    "invert": (lambda f, k, c: f(rows(k, c))[0, 1] * k, 2 / 3, 1e-13),
    "classical-adjoint-formula": (
        lambda f, k, c: f(s.add, s.sub, s.mul, s.div, s.is_zero)(rows(k, c))[0, 1] * k,
        2 / 3,
        1e-13,
    ),
    "matrix->eigenvalues": (lambda f, k, c: max(map(abs, f(rows(k, k)))) / k, 3.0, 1e-13),
    "matrix->eigenvalues-eigenvectors": (lambda f, k, c: f(rows(k, k))[1][1][0] ** 2, 0.5, 1e-13),
    "lu-null-space": (
        lambda f, k, c: (lambda v: v[0] / v[1] * k / c)(f(s.matrix_by_rows([3 * k, 4 * c], [6 * k, 8 * c]))[0]),
        -4 / 3,
        1e-12,
    ),
    # maps
    "find-fixed-point": (lambda f, k, c: f(shear(k, c), up(0.8 * k, 0.8 * c)).point[1] / c, HENON, 1e-9),
    "fixed-point-part": (
        lambda f, k, c: f(s.find_fixed_point(shear(k, c), up(0.8 * k, 0.8 * c)), "point")[0] / k,
        HENON,
        1e-9,
    ),
    "lyapunov-exponents-of-map": (
        lambda f, k, c: f(shear(k, k), up(HENON * k, HENON * k), 40)[0],
        math.log(1.92373886),
        1e-2,
    ),
    "fixed-point-eigen": (
        lambda f, k, c: f(stretch(k, c), 0, 0, 1e-5 * k, lambda *found: found)[0],
        2.0,
        1e-6,
    ),
    "unstable-manifold": (lambda f, k, c: f(stretch(k, c), 0, 0, k, 0, 2, 1e-5)(1)[1] / c, 2 / 7, 1e-3),
    "stable-manifold": (lambda f, k, c: f(squeeze(k, c), 0, 0, 0, c, 0.5, 1e-5)(1)[0] / k, -4 / 7, 1e-3),
    "find-homoclinic-point": (
        lambda f, k, c: f(lambda t: (k * t, c * t * t), lambda t: (k * (t + 1), c * (2 - t)), 1, 0)[2][1] / c,
        (3 - (math.sqrt(13) - 1) / 2),
        1e-9,
    ),
    "find-invariant-curve": (
        lambda f, k, c: f(twist(c), 1 - 1 / s.golden_ratio, 0, 2 * c, 2.6 * c, 1e-3) / c,
        2.2439104,
        1e-2,
    ),
    "which-way?": (lambda f, k, c: f(0.38, 0, 1.9 * c, twist(c)) - f(0.38, 0, 2.8 * c, twist(c)), -2, 0),
    "rotation-number": (lambda f, k, c: f(lambda p: up(p[0] + p[1] / c, p[1]), up(1, 2 * c), 100), 1 / math.pi, 1e-9),
    "radially-mapping-points": (
        lambda f, k, c: f(s.iterated_map(twist(c), 2), 2 * c, 4.2 * c, 0.4, 1e-10) / c,
        3.06707790477,
        1e-8,
    ),
    "map-orbit": (lambda f, k, c: f(shear(k, c), up(0.8 * k, 0.8 * c), 5)[5][1] / c, ORBIT, 1e-9),
    # motions
    "state-advancer": (lambda f, k, c: f(swing, k, c)(up(0.0, c, 0.0), 2 * k, 1e-12)[1] / c, math.cos(2), 1e-9),
    "evolve": (
        lambda f, k, c: f(swing, k, c)(up(0.0, c, 0.0), lambda x: None, k / 2, 2 * k, 1e-12)[1] / c,
        math.cos(2),
        1e-9,
    ),
    "trajectory": (lambda f, k, c: f(swing(k, c), up(0, c, 0), 2 * k)(k)[1] / c, math.cos(1), 1e-7),
    "ensemble": (
        lambda f, k, c: f(swing(k, c), up(0, c * np.array([1.0, 2.0]), 0), 2 * k).states[1][1] / c,
        2 * math.cos(2),
        1e-6,
    ),
    "compile-motion": (
        lambda f, k, c: f(spring(k, 1), kind="Lagrangian")(up(0.0, c, 0.0), 2 * k)[1] / c,
        math.cos(2),
        1e-6,
    ),
    "rk4": (
        lambda f, k, c: f(swing(k, c), 1e-9)(up(0.0, c, 0.0))(k, lambda x, n: x[1] / c, lambda: INF),
        13 / 24,
        1e-9,
    ),
    "variational-equations": (
        lambda f, k, c: f(swing(k, c))(up(0, up(0, c, 0), up(up(0, c, 0))))[2][0][2] * k * k / c,
        -1,
        1e-12,
    ),
    "monodromy-matrix": (lambda f, k, c: f(swing(k, c), up(0, c, 0), k)[0, 1] / k, math.sin(1), 1e-7),
    "lyapunov-exponents": (
        lambda f, k, c: f(lambda x: up(1, 2 * x[1] / k, (x[1] - 3 * x[2]) / k), up(0, c, 0), 40 * k)[0] * k,
        2.0,
        0.1,
    ),
    "mean-frequency": (
        lambda f, k, c: f(swing(k, c), up(0, c, 0), lambda x: s.atan(x[1] / c, x[2] * k / c), 50 * k) * k,
        1.0,
        1e-6,
    ),
    "motion-between": (
        lambda f, k, c: f(swing(k, c), up(0, 0, c / k), k, c)(0)[2] * k / c,
        1 / math.sin(1),
        1e-7,
    ),
    "shooting": (
        lambda f, k, c: f(swing(k, c), up(0, 0, c / k), k, lambda first, last: up(first[1], last[1] - c))(0)[2] * k / c,
        1 / math.sin(1),
        1e-7,
    ),
    "crossing": (
        lambda f, k, c: s.trajectory(swing(k, c), up(0, c, 0), 2 * k, events=f(s.coordinate)).events.times[0] / k,
        math.pi / 2,
        1e-8,
    ),
    "crossings": (
        lambda f, k, c: f(s.trajectory(swing(k, c), up(0, c, 0), 2 * k), s.coordinate)[0][0] / k,
        math.pi / 2,
        1e-8,
    ),
    "poincare-map": (
        lambda f, k, c: f(swing(k, c), s.coordinate, "rising")(up(0, 0, c / k))[0] / k,
        2 * math.pi,
        1e-8,
    ),
    "stroboscopic-map": (lambda f, k, c: f(swing(k, c), k)(up(0.0, c, 0.0))[1] / c, math.cos(1), 1e-7),
    "find-periodic-orbit, its kind": (
        lambda f, k, c: f(van_der_pol(k, c), up(0.0, 2.0 * c, 0.0), 6.6 * k).kind == "attracting",
        True,
        0,
    ),
    "find-fixed-point, of a section": (
        lambda f, k, c: f(s.poincare_map(van_der_pol(k, c), s.velocity, "falling"), up(0.0, 2.1 * c, 0.0)).point[1] / c,
        2.00861986087,
        1e-7,
    ),
    "find-periodic-orbit": (
        lambda f, k, c: f(van_der_pol(k, c), up(0.0, 2.0 * c, 0.0), 6.6 * k).period / k,
        6.6632868593231,
        1e-8,
    ),
    "continue-periodic-orbits": (
        lambda f, k, c: f(lambda m: van_der_pol(k, c, m), up(0, 2 * c, 0), 6.6 * k, 1.0, 2.0)[-1].period / k,
        7.629874,
        1e-6,
    ),
    "continue-equilibria": (
        lambda f, k, c: f(cubic(k, c), up(0, -1.5 * c), -2 * k, 2 * k).special[0].parameter / k,
        2 / math.sqrt(27),
        1e-6,
    ),
    "find-next-crossing": (
        lambda f, k, c: (
            f(
                up(0.0, up(-c), up(0.0)),
                s.state_advancer(lambda: lambda x: up(1, x[2], -x[1] / k / k)),
                k / 2,
                1e-12 * c,
                lambda *found: found[0][0],
            )
            / k
        ),
        math.pi / 2,
        1e-7,
    ),
    "refine-crossing": (
        lambda f, k, c: (
            f(
                1e-12 * c,
                s.state_advancer(lambda: lambda x: up(1, x[2], -x[1] / k / k)),
                up(0.0, up(-c / 10), up(c / k)),
            )[0]
            / k
        ),
        math.atan(0.1),
        1e-7,
    ),
    "section-map": (
        lambda f, k, c: f(two_springs(k, c), k * c)(0.1 * k, 0.2 * c, lambda y, p: p, lambda: INF) / c,
        0.2,
        1e-6,
    ),
    "driven-pendulum-map": (
        lambda f, k, c: f(1.0, k * 1.0, 9.8 * k, 0.1 * k, 2 * 9.8**0.5)(1, 0, lambda q, p: p / k / k, None),
        -1.391954888,
        1e-7,
    ),
    # action
    "Lagrangian-action": (lambda f, k, c: f(spring(k, c), lambda t: 3 * t, 0.0, k) / k / c, 3.0, 1e-12),
    "parametric-path-action": (lambda f, k, c: f(s.L_free_particle(c), 0, 0, 2 * k, 4 * k)([2 * k]) / c / k, 4.0, 1e-9),
    "varied-free-particle-action": (
        lambda f, k, c: f(c, lambda t: t, lambda t: 1, 0.0, k)(0.0) / c / k,
        0.5,
        1e-9,
    ),
    "find-path": (
        lambda f, k, c: f(spring(k, c), 0, 1, k, math.cos(1), 3)(k / 2),
        math.cos(0.5),
        1e-4,
    ),
    # equilibria
    "linearize": (lambda f, k, c: f(swing(k, c), up(0, 0.0, 0.0))[1, 0] * k * k, -1.0, 1e-12),
    "equilibria": (
        lambda f, k, c: f(two_wells(k, c), up(0, *s.symbols("x v")), up(0, 1.1 * c, 0.0))[0][1] / c,
        1.0,
        1e-9,
    ),
    "normal-modes": (lambda f, k, c: f(spring(k, c), up(0, 0.0, 0.0))[0][1] * k, 1.0, 1e-9),
    "stability": (lambda f, k, c: abs(f(swing(k, c), up(0, 0.0, 0.0))[1][0]) * k, 1.0, 1e-9),
    # spacetimes
    "ISCO": (lambda f, k, c: f(*hole(k), 3.5 * k, 9.0 * k) / k, 6.0, 1e-8),
    "photon-orbit": (lambda f, k, c: f(*hole(k), 2.1 * k, 5.5 * k) / k, 3.0, 1e-9),
    "integral-curve": (
        lambda f, k, c: s.chart(s.R2_rect)(f(turning(c / k), s.R2_rect.point(k, 0.0))(1.0))[1] / c,
        math.sin(1),
        1e-8,
    ),
    # statistics and transforms
    "mean": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k, 4.0, 1e-13),
    "variance": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k / k, 38 / 3, 1e-12),
    "sample-variance": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k / k, 19.0, 1e-12),
    "standard-deviation": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k, math.sqrt(38 / 3), 1e-12),
    "sample-standard-deviation": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k, math.sqrt(19), 1e-12),
    "average-deviation": (lambda f, k, c: f([k, 2 * k, 9 * k]) / k, 10 / 3, 1e-12),
    "skewness": (lambda f, k, c: f([k, 2 * k, 9 * k]), 0.665468866, 1e-8),
    "kurtosis": (lambda f, k, c: f([k, 2 * k, 3 * k, 4 * k]), -1.36, 1e-9),
    "fft": (lambda f, k, c: f([k, 0.0, -k, 0.0])[1] / k, 0.5, 1e-12),
    "ifft": (lambda f, k, c: f([k, 0.0, -k, 0.0])[1] / k, 2.0, 1e-12),
    "dft": (lambda f, k, c: abs(f([k, 0.0, -k, 0.0])[1]) / k, 0.5, 1e-12),
    "idft": (lambda f, k, c: abs(f([k, 0.0, -k, 0.0])[1]) / k, 2.0, 1e-12),
}


#: The scales of places and values that are tried.
PAIRS = [*((k, 1.0) for k in SCALES), (1e-9, 1e-9), *((1.0, c) for c in (1e-30, 1e-9, 1e30, 1e9)), (1e9, 1e-30)]


COSTLY = {
    *(
        "find-fixed-point, of a section",
        "continue-equilibria",
        "continue-periodic-orbits",
        "find-invariant-curve",
        "ISCO",
    ),
    *(
        "photon-orbit",
        "multidimensional-minimize, by the simplex",
        "definite-integral, that oscillates",
        "poincare-map",
    ),
    *("definite-integral, of a pulse", "find-periodic-orbit, its kind", "lyapunov-exponents", "stable-manifold"),
    *("definite-integral, of floats", "multidimensional-minimize", "section-map", "mean-frequency"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in COSTLY else ()) for name in SEARCHES]
)
def test_searches_and_integrals(name):
    procedure, wanted, accuracy = SEARCHES[name]
    f = lookup(name.partition(",")[0]).value
    for k, c in PAIRS[::2] if name in COSTLY else PAIRS:
        assert procedure(f, k, c) == pytest.approx(wanted, rel=accuracy), (k, c)


#: What has no row, and why.
EXCUSED = {
    "numbers without a size: constants, angles, counts, functions of tests/laws/test_heads_and_tails.py": """
        :+infinity :-infinity set-ode-integration-method! standard-map standard-map-inverse cylinder-near? torus-near?
        Carlson-elliptic-1 Carlson-elliptic-2 elliptic-integrals first-elliptic-integral&derivative bell combinations
        continued-fraction double-factorial falling-factorial rising-factorial multi-factorial number-of-permutations
        permutations permute roots-of-unity sort-and-permute stirling-first-kind stirling-second-kind subfactorial
        subpermute pendulum-circulating-action pendulum-oscillating-action Jacobi-elliptic-functions""",
    "parts, shapes and arithmetic alone: nothing is sought, and nothing is near": """
        abscissa ordinate make-point plane-near? extremal-arg iterated-map linear-interpolants make-path
        column-matrix->up column-matrix->vector down->row-matrix row-matrix->down row-matrix->vector diagonal?
        m:dimension m:make-diagonal m:nth-col m:nth-row m:submatrix samples vector:generate""",
    "exact formulas": """
        make-equation residual-equations solve-equations solve-incremental substitutions controllable?""",
    "polynomials as values": """
        auxiliary-variable-fetcher cheb-exp->poly cheb-exp-value cheb-root-list chebyshev-polynomial
        clear-square-roots-of-perfect-squares default-simplifier expression-analyzer expression-simplifier fpf:analyzer
        initializer legendre-polynomial make-analyzer poly->cheb-exp poly-domain->canonical poly-domain->general
        poly/coefficients poly/identity poly/mul poly:+ poly:- poly:->dense poly:->expression poly:arg-scale
        poly:arg-shift poly:arity poly:degree poly:dense-> poly:derivative poly:divide poly:expression-> poly:expt
        poly:gcd poly:new-variables poly:quotient poly:remainder poly:value roots->poly split-polynomial trim-cheb-exp""",
    "of the system of Henon and Heiles, which has one scale": "HHmap section->state",
    "code, not numbers": "compile-function",
    "tensors and fields, by value in tests/geometry/test_regions.py": """
        ADM-split circular-orbits congruence extrinsic-curvature induced-metric momentum-on-shell shell-stress
        surface-gravity unit-normal""",
    "motions on manifolds, by the code of integral-curve and trajectory": "geodesic holonomy parallel-transport shadow",
}
NUMERIC = (
    "numerics.",
    "compat.searches",
    "compat.equations",
    "compat.numbers",
    "compat.polynomials",
    "mechanics.sections",
    "mechanics.least_action",
    "mechanics.equilibria",
    "geometry.submanifolds",
)


def test_every_procedure_of_numbers_has_a_row_or_an_excuse():
    load_all()
    known = {name.partition(",")[0] for name in SEARCHES} | {
        name for names in EXCUSED.values() for name in names.split()
    }
    found = {}
    for entry in entries():
        if (
            entry.module.removeprefix("scmpy.").startswith(NUMERIC)
            and entry.module != "scmpy.numerics.special.definitions"
        ):
            found.setdefault(id(entry.value), set()).add(entry.scheme)
    assert [names for names in found.values() if known.isdisjoint(names)] == []
    assert known - {name for names in found.values() for name in names} <= {
        "determinant",
        "invert",
        "solve-linear",
        "compile-motion",
    }


METHODS = [{"method": m} for m in ("dop853", "taylor", "bulirsch-stoer", "radau", "bdf", "lsoda")]


@pytest.mark.parametrize("given", METHODS, ids=lambda given: given["method"])
def test_motions(given):
    accuracy = 1e-7 if given["method"] in ("radau", "bdf", "lsoda") else 1e-9
    for k, c in [*PAIRS, (1e20, 1e-9)]:
        end = s.state_advancer(swing, k, c)(up(0.0, c, 0.0), 2.0 * k, 1e-12, **given)
        assert end[1] / c == pytest.approx(math.cos(2), rel=accuracy), (k, c)


@pytest.mark.parametrize("target", ["llvm", "python"])
def test_dense_series_of_long_times(target):
    with s.setting(ode_target=target):
        motion = s.trajectory(swing(1e30, 1.0), up(0.0, 1.0, 0.0), 5e30, 1e-11, method="taylor")
    assert [motion(x * 1e30)[1] for x in (0.1, 2.0, 4.9)] == pytest.approx(
        list(map(math.cos, (0.1, 2.0, 4.9))), rel=1e-9
    )


@pytest.mark.parametrize("method", ["dop853", "taylor"])
def test_ensembles(method):
    """Of orbits of several sizes each has its own scale."""
    heights = np.array(SCALES)
    ends = s.ensemble(swing(1.0, 1.0), up(0.0, heights, 0.0), 2.0, 1e-12, method=method)
    assert ends.states[1] / heights == pytest.approx(math.cos(2), rel=1e-9)


@pytest.mark.parametrize("width", [1e-2, 1e-6])
@pytest.mark.parametrize("given", METHODS[:3], ids=lambda given: given["method"])
@pytest.mark.parametrize(
    "is_on",
    [
        lambda t, width: 5 < t < 5 + width,
        lambda t, width: 2 * t - 10 > 0 and 2 * t < 10 + 2 * width,
        lambda t, width: abs(t - 1.5) < width / 2,
        lambda t, width: (t - 5) * (t - 5 - width) < 0,
    ],
    ids=["between", "linear", "distance", "product"],
)
def test_a_short_kick(given, width, is_on):
    def kicked(x):
        return up(1, x[2], 1 / width if is_on(x[0], width) else 0)

    found = s.state_advancer(lambda: kicked)(up(0.0, 0.0, 0.0), 10.0, 1e-10, **given)
    assert found[2] == pytest.approx(1, rel=1e-6)
    assert s.trajectory(kicked, up(0.0, 0.0, 0.0), 10.0, 1e-10, **given)(10.0)[2] == pytest.approx(1, rel=1e-6)
    back = s.state_advancer(lambda: kicked)(up(10.0, 0.0, 0.0), -10.0, 1e-10, **given)
    assert back[2] == pytest.approx(-1, rel=1e-6)


@pytest.mark.parametrize("k", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_lengths_of_floats(k):
    """Squares may be too large or too small for floats: no length, quotient or root is."""
    assert s.euclidean_norm(up(3 * k, 0, 4 * k)) == abs(up(3 * k, 0, 4 * k)) == pytest.approx(5 * k)
    q, unit = s.quaternion(3 * k, 0.0, 4 * k, 0.0), s.quaternion(0.6, 0.0, 0.8, 0.0)
    assert abs(q) == pytest.approx(5 * k)
    assert list(1 / q * q) == pytest.approx([1, 0, 0, 0])
    assert list(s.sqrt(q) / math.sqrt(5 * k)) == pytest.approx(list(s.sqrt(unit)))
    turned = zip(*map(s.quaternion_to_rotation_matrix, (q, unit)), strict=True)
    assert all(list(row) == pytest.approx(list(wanted)) for row, wanted in turned)
    assert list(s.tanh(s.quaternion(800.0, 1.0, 0.0, 0.0))) == [1, 0, 0, 0]
    assert list(s.sqrt(s.quaternion(-1.0, 1e-9, 0.0, 0.0))) == pytest.approx([5e-10, 1, 0, 0])
