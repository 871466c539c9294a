"""Roots of polynomials, with multiplicities and ill-conditioned, and of systems; against mpmath and numpy."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError
from scmpy.scheme import Session

from ...tables import refusals


def with_roots(roots):
    return math.prod(s.poly_identity - root for root in roots)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=7))
def test_exact_polynomials_with_multiplicities(roots):
    found = s.poly_to_roots(with_roots(roots), False)
    assert sorted((z, count) for count, z in found) == sorted((r, roots.count(r)) for r in set(roots))
    assert list(map(abs, s.poly_to_roots(with_roots(roots)))) == sorted(map(abs, roots))


def test_multiple_roots_of_inexact_polynomials():
    assert s.poly_to_roots(s.poly_from_dense([1.0, 3.0, 3.0, 1.0]), False) == ((3, -1.0),)
    rounded = s.poly_from_dense([float(c) for c in s.poly_to_dense(with_roots([Fraction(1, 3)] * 3 + [2]))])
    (three, third), (one, two) = s.poly_to_roots(rounded, False)
    assert (three, one) == (3, 1) and third == pytest.approx(1 / 3, abs=1e-9) and two == pytest.approx(2)


def test_shapes_in_scheme():
    session = Session()
    answers = {
        "(poly->roots (poly:dense-> '(0 0 1 1)) #f)": "((2 . 0) (1 . -1.))",
        "(poly->roots (poly:dense-> '(1 0 1)))": "(+1.i -1.i)",
        "(poly->roots 5)": "()",
    }
    assert {
        source: session.result_text(session.run(source)).replace("+i", "+1.i").replace("-i", "-1.i")
        for source in answers
    } == answers


def test_systems():
    f = lambda v: [v[0] ** 2 + v[1] - 3, v[0] - v[1] - 1]  # noqa: E731
    assert list(s.multidimensional_root(f, [1.5, 1.5], 0.01, 1e-12)) == pytest.approx(
        [1.5615528128088303, 0.5615528128088303]
    )
    rough = lambda v: [float(v[0]) ** 2 + v[1] - 3, math.atan(v[0] - v[1] - 1)]  # noqa: E731
    assert list(s.multidimensional_root(rough, [1.5, 0.5], [0.01, 0.02], 1e-9)) == pytest.approx(
        [1.56155281, 0.56155281]
    )
    with pytest.raises(DivisionByZeroError):
        s.multidimensional_root(lambda v: [v[0] + v[1], v[0] + v[1] - 1], [0.0, 0.0], 0.01, 1e-12)


test_what_has_no_root_is_told = refusals(__file__, "polynomial roots", globals())
