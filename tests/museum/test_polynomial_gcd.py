"""Greatest common divisors of polynomials."""

import random

import pytest

from scmpy import setting
from scmpy.errors import WrongTypeError
from scmpy.museum.polynomial_gcd import polynomial_gcd
from scmpy.scheme import Session
from scmpy.symbolic.algebra.polynomials import Polynomial, exact_quotient


def a_polynomial(arity, terms, degree, chance):
    return Polynomial(
        arity,
        {tuple(chance.randint(0, degree) for _ in range(arity)): chance.randint(-9, 9) for _ in range(terms)},
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_common_factor_divides_the_gcd_and_that_both(seed):
    chance = random.Random(seed)
    arity = chance.randint(2, 4)
    common, p, q = (a_polynomial(arity, 3, 2, chance) for _ in range(3))
    found = polynomial_gcd(common * p, common * q)
    assert polynomial_gcd(exact_quotient(common * p, found), exact_quotient(common * q, found)) == 1


def test_gcds_with_content_and_zero():
    x, y = Polynomial.variables(2)
    assert polynomial_gcd((y + 1) * (x + y) * 6, (y + 1) * (x - y) * 4) == y + 1
    zero = Polynomial(2, {})
    assert polynomial_gcd(zero, 6 * x) == x
    assert polynomial_gcd(zero, zero) == zero
    with pytest.raises(WrongTypeError, match="exact rational"):
        polynomial_gcd(x * 1.5, y)


def test_the_settings_of_the_gcd():
    x, y, z = Polynomial.variables(3)
    p, q = (x + y) * (z + 1), (x + y) * (z - 2)
    assert polynomial_gcd(p, q) == x + y
    with setting(heuristic_sparse_gcd_enabled=True):
        assert polynomial_gcd(p, q) == x + y
    with setting(gcd_cut_losses=15):
        assert polynomial_gcd(p, q) == 1
    with setting(gcd_cut_losses=16):
        assert polynomial_gcd(p, q) == x + y
    for bad in ({"gcd_cut_losses": True}, {"gcd_cut_losses": 0}, {"euclid_breakpoint_arity": 0}, {"gcd": 1}):
        with pytest.raises(WrongTypeError):
            setting(**bad)


def test_the_settings_are_variables_of_a_session():
    session, other = Session(), Session()
    gcd = "(poly:gcd (poly:dense-> '(-1 0 1)) (poly:dense-> '(1 1)))"
    session.run("(set! *gcd-cut-losses* 1)")
    assert session.result_text(session.run(gcd)) == "1"
    assert other.result_text(other.run(gcd)) == "(+ 1 x)"
    assert session.result_text(session.run(f"(fluid-let ((*gcd-cut-losses* #f)) {gcd})")) == "(+ 1 x)"
    session.run("(define *gcd-cut-losses* 'x)")
    with pytest.raises(WrongTypeError, match=r"\*gcd-cut-losses\* is #f or a positive number"):
        session.run(gcd)
