"""The problem at another scale has the scaled answer: every numeric procedure, by place and by value."""

from __future__ import annotations

import math

import numpy as np
import pytest

import scmpy as s

SCALES = [1e-30, 1e-9, 1.0, 1e9, 1e30]
INF = math.inf
up, exp, sin = s.up, s.exp, s.sin


def rows(k, c):
    return s.matrix_by_rows([1.0 * k, 2.0 * c], [2.0 * k, 1.0 * c])


#: A procedure of a scale of places k and one of values c; what it is to give, and how accurately.
SEARCHES = {
    "integral": (lambda k, c: s.definite_integral(lambda x: c * exp(x / k), 0, k) / k / c, math.e - 1, 1e-11),
    "integral of floats": (
        lambda k, c: s.definite_integral(lambda x: c * math.exp(x / k), 0, k) / k / c,
        math.e - 1,
        1e-11,
    ),
    "integral to infinity": (
        lambda k, c: s.definite_integral(lambda x: c * exp(-x / k), 0, INF) / k / c,
        1.0,
        1e-11,
    ),
    "integral over the line": (
        lambda k, c: s.definite_integral(lambda x: c * math.exp(-((x / k) ** 2)), -INF, INF) / k / c,
        math.sqrt(math.pi),
        1e-11,
    ),
    "integral that oscillates": (
        lambda k, c: s.definite_integral(lambda x: c * sin(x / k) / (x / k), 0.0, INF) / k / c,
        math.pi / 2,
        1e-9,
    ),
    "integral of a pulse": (
        lambda k, c: s.definite_integral(lambda x: c if 0.61 < x / k < 0.62 else 0, 0, k) / k / c,
        0.01,
        1e-9,
    ),
    "integrals of a tuple": (
        lambda k, c: s.definite_integral(lambda x: up(1, c * exp(x / k)), 0, k)[1] / k / c,
        math.e - 1,
        1e-11,
    ),
    "enclosure": (lambda k, c: s.integral_enclosure(lambda x: c * exp(x / k), 0, k)[0] / k / c, math.e - 1, 1e-14),
    "bisect": (lambda k, c: s.bisect(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k, 1e-12) / k, math.sqrt(2), 1e-11),
    "zbrent": (lambda k, c: s.zbrent(lambda x: c * ((x / k) ** 2 - 2), 0, 2 * k)[1] / k, math.sqrt(2), 1e-14),
    "search-for-roots": (
        lambda k, c: s.search_for_roots(lambda x: c * sin(x / k), k, 8 * k, 1e-12, 0.5 * k)[1] / k,
        2 * math.pi,
        1e-10,
    ),
    "certified-roots": (
        lambda k, c: s.certified_roots(lambda x: c * sin((x / k) ** 2), 0.5 * k, 3 * k)[0][0] / k,
        math.sqrt(math.pi),
        1e-14,
    ),
    "multidimensional-root": (
        lambda k, c: (
            s.multidimensional_root(
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
    "minimize": (lambda k, c: s.minimize(lambda x: c * (x / k - 2) ** 2, 0, 5 * k)[0] / k, 2.0, 1e-6),
    "gsmin": (lambda k, c: s.gsmin(lambda x: c * abs(x / k - 2), 0, 5 * k)[0] / k, 2.0, 1e-6),
    "nelder-mead": (
        lambda k, c: (
            s.nelder_mead(lambda p: c * ((p[0] / k - 1) ** 2 + (p[1] / k) ** 2), [0, 0], 0.1 * k, 1e-12, 400)[1][0][0]
            / k
        ),
        1.0,
        1e-5,
    ),
    "multidimensional-minimize": (
        lambda k, c: (
            s.multidimensional_minimize(
                lambda p: c * ((p[0] / k - 1) ** 2 + (p[1] / k + 2) ** 2), up(0.3 * k, 0.3 * k)
            )[0]
            / k
        ),
        1.0,
        1e-5,
    ),
    "by the simplex": (
        lambda k, c: (
            s.multidimensional_minimize(lambda p: c * (abs(p[0] / k - 1) + abs(p[1] / k + 2)), up(0.3 * k, 0.3 * k))[0]
            / k
        ),
        1.0,
        1e-5,
    ),
    "interpolation": (
        lambda k, c: s.Lagrange_interpolation_function([c, 4 * c, 9 * c], [k, 2 * k, 3 * k])(4 * k) / c,
        16.0,
        1e-12,
    ),
    "fixed point": (
        lambda k, c: (
            s.find_fixed_point(
                lambda v: up(k * (1.4 - (v[0] / k) ** 2 + 0.3 * v[1] / c), c * v[0] / k), up(0.8 * k, 0.8 * c)
            ).point[1]
            / c
        ),
        (math.sqrt(6.09) - 0.7) / 2,
        1e-9,
    ),
    "periodic orbit": (  # van der Pol's
        lambda k, c: (
            s.find_periodic_orbit(
                lambda x: up(1, x[2], (1 - (x[1] / k / c) ** 2) * x[2] - x[1]), up(0.0, 2.0 * k * c, 0.0), 6.6
            ).period
        ),
        6.6632868593231,
        1e-9,
    ),
    "determinant": (lambda k, c: s.determinant(rows(k, c)) / k / c, -3.0, 1e-13),
    "linear system": (lambda k, c: s.solve_linear(rows(k, c), s.column_matrix(5 * k, 7 * k))[1, 0] * c / k, 1.0, 1e-13),
    "inverse": (lambda k, c: s.invert(rows(k, c))[0, 1] * k, 2 / 3, 1e-13),
    "eigenvalues": (lambda k, c: max(map(abs, s.matrix_to_eigenvalues(rows(k, k)))) / k, 3.0, 1e-13),
    "least squares": (
        lambda k, c: (
            s.svd_least_squares(s.matrix_by_rows([k, k], [k, 2 * k], [k, 3 * k]), [c, 2 * c, 4 * c])[0][1] * k / c
        ),
        1.5,
        1e-12,
    ),
    "roots of a polynomial": (
        lambda k, c: max(s.poly_to_roots(s.poly_from_dense([6 * c * k * k, -5 * c * k, c]))) / k,
        3.0,
        1e-12,
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_searches_and_integrals(name):
    procedure, wanted, accuracy = SEARCHES[name]
    for k, c in [*((k, 1.0) for k in SCALES), *((1.0, c) for c in SCALES), (1e-9, 1e-9), (1e9, 1e-30)]:
        assert procedure(k, c) == pytest.approx(wanted, rel=accuracy), (k, c)


METHODS = [{"method": m} for m in ("dop853", "taylor", "bulirsch-stoer", "radau", "bdf", "lsoda")]


def oscillator(k, c):
    """A swing of the height c with the period 2 pi k."""
    return lambda x: up(1, x[2], -x[1] / k / k)


@pytest.mark.parametrize("given", METHODS, ids=lambda given: given["method"])
def test_motions(given):
    accuracy = 1e-7 if given["method"] in ("radau", "bdf", "lsoda") else 1e-9
    longest = 5 if given["method"] in ("dop853", "taylor") else 4
    for k, c in [*((k, 1.0) for k in SCALES[1:longest]), *((1.0, c) for c in SCALES[1:]), (1e20, 1e-9)]:
        end = s.state_advancer(oscillator, k, c)(up(0.0, c, 0.0), 2.0 * k, 1e-12, **given)
        assert end[1] / c == pytest.approx(math.cos(2), rel=accuracy), (k, c)


@pytest.mark.parametrize("target", ["llvm", "python"])
def test_dense_series_of_long_times(target):
    with s.setting(ode_target=target):
        swing = s.trajectory(oscillator(1e30, 1.0), up(0.0, 1.0, 0.0), 5e30, 1e-11, method="taylor")
    assert [swing(x * 1e30)[1] for x in (0.1, 2.0, 4.9)] == pytest.approx(
        list(map(math.cos, (0.1, 2.0, 4.9))), rel=1e-9
    )


@pytest.mark.parametrize("method", ["dop853", "taylor"])
def test_ensembles(method):
    """Of orbits of several sizes each has its own scale."""
    heights = np.array(SCALES)
    ends = s.ensemble(oscillator(1.0, 1.0), up(0.0, heights, 0.0), 2.0, 1e-12, method=method)
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


@pytest.mark.parametrize("k", SCALES)
def test_actions(k):
    """The action of a free particle, of a mass and over times of a scale."""
    path = lambda t: up(3 * t / k, 4 * t / k)  # noqa: E731
    assert s.Lagrangian_action(s.L_free_particle(k), path, 0.0, 2 * k) == pytest.approx(25.0, rel=1e-12)


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
