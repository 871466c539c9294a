"""The problem at another scale has the scaled answer: every numeric procedure, by place and by value."""

import math
from fractions import Fraction
from itertools import islice  # noqa: F401

import numpy as np
import pytest

import scmpy as s
from scmpy.registry import entries, load_all, lookup

from .. import tables

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


def twist(c, K=0.6):
    """The standard map of angles and of momenta of the size c."""

    def step(x, y, proceed, fail):
        return s.standard_map(K)(x, y / c, lambda x, y: proceed(x, y * c), fail)

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


def cone(part):
    """The connection of a plane from which a sector was cut, so that this part of a turn is left."""
    (r, _), (dr, dtheta) = s.R2_polar.coordinates(), s.R2_polar.form_basis()
    return s.Levi_Civita(lambda u, v: dr(u) * dr(v) + (part * r) ** 2 * dtheta(u) * dtheta(v), s.R2_polar)


#: The rows of scales.txt: a procedure of f, k, and c as text, what it is to give, how accurately.
SEARCHES = {name: row for name, *row in (row.split(" : ") for row in tables.rows(__file__, "scales.txt"))}


#: The scales of places and values that are tried.
PAIRS = [*((k, 1.0) for k in SCALES), (1e-9, 1e-9), *((1.0, c) for c in (1e-30, 1e-9, 1e30, 1e9)), (1e9, 1e-30)]


COSTLY = {
    *(
        "find-fixed-point, of a section",
        "continue-equilibria",
        "continue-periodic-orbits",
        "find-invariant-curve",
        "continue-invariant-curves",
        "ISCO",
    ),
    *(
        "photon-orbit",
        "multidimensional-minimize, by the simplex",
        "definite-integral, that oscillates",
        "poincare-map",
    ),
    *("definite-integral, of a pulse", "find-periodic-orbit, its kind", "lyapunov-exponents", "stable-manifold"),
    *("definite-integral, of floats", "multidimensional-minimize", "section-map", "mean-frequency", "shadow"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in COSTLY else ()) for name in SEARCHES]
)
def test_searches_and_integrals(name):
    procedure, wanted, accuracy = (eval(f"lambda f, k, c: {text}", globals()) for text in SEARCHES[name])
    f = lookup(name.partition(",")[0]).value
    for k, c in PAIRS[::2] if name in COSTLY else PAIRS:
        assert procedure(f, k, c) == pytest.approx(wanted(f, k, c), rel=accuracy(f, k, c)), (k, c)


#: What has no row, and why.
EXCUSED = {
    "numbers without a size: constants, angles, counts, functions of tests/laws/test_heads_and_tails.py": """
        :+infinity :-infinity set-ode-integration-method! standard-map standard-map-inverse cylinder-near? torus-near?
        Carlson-elliptic-1 Carlson-elliptic-2 elliptic-integrals bell combinations continued-fraction double-factorial
        falling-factorial rising-factorial multi-factorial number-of-permutations permutations permute sort-and-permute
        stirling-first-kind stirling-second-kind subfactorial subpermute""",
    "parts, shapes and arithmetic alone: nothing is sought, and nothing is near": """
        abscissa ordinate make-point plane-near? iterated-map linear-interpolants make-path vector:generate""",
    "of the system of Henon and Heiles, which has one scale": "HHmap section->state",
    "code, not numbers": "compile-function",
    "tensors and fields, by value in tests/geometry/test_regions.py": """
        ADM-split circular-orbits congruence extrinsic-curvature induced-metric momentum-on-shell shell-stress
        surface-gravity unit-normal""",
}
NUMERIC = (
    "numerics.",
    "compat.searches",
    "compat.numbers",
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
            and entry.module != "scmpy.numerics.special_functions"
        ):
            found.setdefault(id(entry.value), set()).add(entry.scheme)
    assert [names for names in found.values() if known.isdisjoint(names)] == []
    assert known - {name for names in found.values() for name in names} <= {
        *("determinant", "general-determinant", "classical-adjoint-formula"),
        *("invert", "solve-linear", "m:solve"),
        "compile-motion",
        "singular-cube",
        "boundary-of",
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
    for length in (up, lambda *q: s.quaternion(0, *q, 0), s.make_rectangular):
        assert s.D(lambda x, length=length: s.magnitude(length(x, 4 * k)))(3 * k) == pytest.approx(0.6)
    assert s.D(lambda x: s.atan(x, 4 * k))(3 * k) * k == pytest.approx(0.16)
    assert s.D(s.asinh)(k) == pytest.approx(1 / math.hypot(1, k))


def test_slopes_beside_branch_points():
    x = 1 - 1.1e-12
    rest = float(1 - Fraction(x) ** 2)
    slopes = [s.D(f)(x) for f in (s.asin, s.acos, s.atanh)]
    assert slopes == pytest.approx([rest**-0.5, -(rest**-0.5), 1 / rest], rel=1e-15)


@pytest.mark.parametrize("k", [1e-30, 1e-9, 1.0, 1e9, 1e30])
def test_minima_are_found_from_zero_and_small_enclosures_are_narrow(k):
    """A start at 0 tells no scale of places, the function does; the size of an integral may be far below 1."""
    sharp = lambda p: abs(p[0] / k - 1) + abs(p[1] / k + 2)  # noqa: E731
    for f in (bowl(k, 1.0), bowl(k, 1e-30), sharp):
        found = s.multidimensional_minimize(f, up(0.0, 0.0))
        assert [x / k for x in found] == pytest.approx([1, -2], rel=1e-5)
    for c in (1e-30, 1.0):
        low, high = s.integral_enclosure(lambda x, c=c: c * s.sin(x / k) ** 2, 0, k)
        assert high / k / c - 1e-14 < 0.5 - math.sin(2) / 4 < low / k / c + 1e-14
