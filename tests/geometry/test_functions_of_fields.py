"""Functions of fields, forms, points and functions on manifolds, compared on charts that are given or met."""

import pytest

from scmpy import *
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session

x, y = R2_rect.coordinates("x y")
theta, phi = S2_spherical.coordinates("theta phi")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, dy = R2_rect.form_basis("x y")
nabla = Levi_Civita(S2_metric, S2_spherical)
mu = literal_manifold_map("mu", R2_rect, S2_spherical)


def cartan(v, w, sign=1):
    return interior_product(v)(d(w)) + sign * d(interior_product(v)(w))


def curvature(w, u, a, b):
    return w((commutator(nabla(a), nabla(b)) - nabla(commutator(a, b)))(u))


def jacobi(u, v, w):
    return commutator(u, commutator(v, w)) + commutator(v, commutator(w, u)) + commutator(w, commutator(u, v))


#: A function, one that is equal, one that is not, and the charts where these are to be given.
CLAIMS = {
    "commutator": (commutator, lambda v, w: v * w - w * v, lambda v, w: w * v - v * w, R2_rect),
    "Jacobi": (jacobi, lambda u, v, w: vf_zero, lambda u, v, w: commutator(u, commutator(v, w)), R2_rect),
    "d d": (lambda w: d(d(w)), lambda w: 0, d, R2_rect),
    "Cartan": (lambda v, w: Lie_derivative(v)(w), cartan, lambda v, w: cartan(v, w, -1), R3_rect),
    "Cartan's missing term": (cartan, cartan, lambda v, w: cartan(v, w, 0), R2_rect),
    "Cartan curried": (
        Lie_derivative,
        lambda v: lambda w: cartan(v, w),
        lambda v: lambda w: 2 * cartan(v, w),
        R2_polar,
    ),
    "commutator of Lie derivatives": (
        lambda u, v: commutator(Lie_derivative(u), Lie_derivative(v)),
        lambda u, v: Lie_derivative(commutator(u, v)),
        lambda u, v: Lie_derivative(commutator(v, u)),
        R2_rect,
    ),
    "Leibniz": (
        lambda f, v, w: Lie_derivative(v)(f * w),
        lambda f, v, w: v(f) * w + f * Lie_derivative(v)(w),
        lambda f, v, w: f * Lie_derivative(v)(w),
        R2_polar,
    ),
    "wedges": (
        lambda u, v, w: wedge(u, wedge(v, w)),
        lambda u, v, w: wedge(wedge(u, v), w),
        lambda u, v, w: wedge(wedge(v, u), w),
        R2_rect,
    ),
    "wedge": (wedge, lambda v, w: wedge(v, w + w) / 2, lambda v, w: wedge(w, v), R2_rect),
    "at a point": (
        lambda m, f, w: (f * w)(d_dx)(m),
        lambda m, f, w: f(m) * w(d_dx)(m),
        lambda m, f, w: f(m) * w(d_dy)(m),
        R2_rect,
    ),
    "points": (lambda m: m, lambda m: R2_rect.point(R2_rect(m)), lambda m: R2_rect.point(2 * R2_rect(m)), R2_polar),
    # the charts are those of what the functions are made of
    "derivatives commute": (lambda f: d_dx(d_dy(f)), lambda f: d_dy(d_dx(f)), lambda f: d_dy(d_dy(f))),
    "coefficients": (lambda f: x * d_dx(f) + f, lambda f: f + d_dx(f) * x, lambda f: f + 2 * x * d_dx(f)),
    "fields": (lambda v: v(x), lambda v: dx(v), lambda v: dy(v)),
    "forms": (lambda w: w(d_dx) * dx + w(d_dy) * dy, lambda w: w, lambda w: w(d_dx) * dx),
    "torsion": (lambda u, v: nabla(u)(v) - nabla(v)(u), commutator, lambda u, v: commutator(v, u)),
    "curvature": (lambda w, u, a, b: Riemann(nabla)(w, u, a, b), curvature, lambda w, u, a, b: curvature(w, u, b, a)),
    "pullback": (lambda w: pullback(mu)(d(w)), lambda w: d(pullback(mu)(w)), lambda w: 2 * d(pullback(mu)(w))),
    "multiples of a field": (lambda f: f * d_dx, lambda f: 3 * f * d_dx - 2 * f * d_dx, lambda f: f * d_dy),
    "points on a line": (
        lambda t: R2_rect.point(t, 2 * t),
        lambda t: R2_rect.point(t, t + t),
        lambda t: R2_rect.point(t, t),
    ),
    "manifolds": (lambda v: v(x), lambda v: v(x * 1), lambda v: v(theta)),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_and_a_wrong_one(name):
    a, right, wrong, *charts = CLAIMS[name]
    for verdict, b in (("equal", right), ("different", wrong)):
        assert equivalent(a, b, *charts).verdict == verdict, equivalent(a, b, *charts)


def test_without_a_chart_functions_may_differ_but_are_not_equal():
    give_one = "give the chart that is meant, as in (equivalent a b R3-rect)"
    a, right, wrong, _ = CLAIMS["commutator"]
    assert equivalent(a, wrong).verdict == "different"
    assert equivalent(a, right).verdict == "undecided"
    assert equivalent(a, right).certificate.endswith(give_one)


def test_what_is_equal_at_constants_only_is_not_equal():
    answer = equivalent(lambda f: f[5] if callable(f) else d_dx(f), lambda f: 2 * d_dx(f))
    assert answer.verdict == "undecided"
    assert "only scalars were found" in answer.certificate


def test_the_answer_tells_what_was_compared():
    answer = equivalent(cartan, lambda v, w: Lie_derivative(v)(w), R2_rect)
    one, two = (f"of vector fields on R2-rect, {rank}-forms on R2-rect" for rank in (1, 2))
    assert answer.certificate.startswith(f"{one}; {two}: ")


def test_only_charts_follow_the_two_values():
    with pytest.raises(
        WrongTypeError, match="equivalent expects a coordinate system such as R2-rect, got the number 3"
    ):
        equivalent(commutator, commutator, 3)


@pytest.mark.slow
def test_in_scheme():
    def scheme(text):
        answer = session.run(text)
        return getattr(answer, "verdict", answer)

    session = Session()
    scheme("(define (cartan v) (lambda (w) (+ ((interior-product v) (d w)) (d ((interior-product v) w)))))")
    scheme("(define (wrong v) (lambda (w) (- ((interior-product v) (d w)) (d ((interior-product v) w)))))")
    assert scheme("(equivalent Lie-derivative cartan R2-rect)") == "equal"
    assert scheme("(equivalent Lie-derivative wrong R2-rect)") == "different"
    assert scheme("(equivalent Lie-derivative wrong)") == "different"
    assert scheme("(equivalent Lie-derivative cartan)") == "undecided"
