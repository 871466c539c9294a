"""Functions of fields, forms, points and functions on manifolds, compared on charts that are given or met."""

import pytest

from scmpy import *
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session

from ..tables import rows

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
    title: [eval(part, globals()) for part in parts]
    for title, *parts in (row.split(" | ") for row in rows(__file__, "functions_of_fields.txt"))
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
