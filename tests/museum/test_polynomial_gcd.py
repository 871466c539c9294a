"""Sparse interpolation and the choice of an algorithm for greatest common divisors."""

import random
from fractions import Fraction

import pytest

from scmpy import is_sparse_divisible, setting, sparse_interpolate
from scmpy.errors import DomainError, LimitError, WrongTypeError
from scmpy.museum.polynomial_gcd import classical_polynomial_gcd, gcd_memoizer, polynomial_gcd
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
    assert all(is_sparse_divisible(x, y) for x, y in ((found, common), (common * p, found), (common * q, found)))
    assert polynomial_gcd(exact_quotient(common * p, found), exact_quotient(common * q, found)) == 1


def test_gcds_with_content_and_zero():
    x, y = Polynomial.variables(2)
    assert classical_polynomial_gcd((y + 1) * (x + y) * 6, (y + 1) * (x - y) * 4) == y + 1
    zero = Polynomial(2, {})
    assert classical_polynomial_gcd(zero, 6 * x) == x
    assert classical_polynomial_gcd(zero, zero) == zero
    with pytest.raises(WrongTypeError, match="exact rational"):
        classical_polynomial_gcd(x * 1.5, y)


@pytest.mark.parametrize("seed", range(8))
def test_a_polynomial_is_found_from_its_values(seed):
    chance = random.Random(seed)
    p = a_polynomial(chance.randint(1, 4), 5, 4, chance)
    assert sparse_interpolate(p, p.arity, 4) == p


@pytest.mark.parametrize(
    "program, terms",
    [
        (
            "(sparse-interpolate (lambda (x y z) (+ (* 3 (square x) (cube y)) (* x y z) (* 4 z) 1)) 3 4)",
            "(((2 3 0) . 3) ((1 1 1) . 1) ((0 0 1) . 4) ((0 0 0) . 1))",
        ),
        ("(univariate-interpolate (lambda (x) (+ (* 3 (expt x 5)) x 4)) 6)", "(((5) . 3) ((1) . 1) ((0) . 4))"),
        ("(interpolate-skeleton square '(((3) . 1) ((2) . 1)))", "(((2) . 1))"),
        ("(interpolate-skeleton square '((3) (2)))", "(((2) . 1))"),
        ("(interpolate-skeleton square (univariate-interpolate cube 3))", None),
        ("(sparse-interpolate (lambda (x) 0) 1 4)", "()"),
    ],
)
def test_in_scheme_a_polynomial_is_the_list_of_its_terms(program, terms):
    session = Session()
    if terms is None:
        with pytest.raises(DomainError, match="of these monomials"):
            session.run(program)
    else:
        assert session.result_text(session.run(program)) == terms


def test_what_is_no_polynomial_is_not_interpolated():
    with pytest.raises(DomainError, match="no polynomial of degree 3"):
        sparse_interpolate(lambda x, y: Fraction(y, x), 2, 3)
    with pytest.raises(DomainError, match="no polynomial of degree 1"):
        sparse_interpolate(lambda x: x * x, 1, 1)
    with pytest.raises(WrongTypeError, match="exact rational"):
        sparse_interpolate(lambda x: 0.5 * x, 1, 1)
    with pytest.raises(WrongTypeError, match="number of variables from 1"):
        sparse_interpolate(lambda: 1, 0, 1)
    with pytest.raises(LimitError, match="more than 200 degrees"):
        sparse_interpolate(lambda x: x, 1, 1000)
    with pytest.raises(LimitError, match="more than 200 terms"):
        sparse_interpolate(lambda x, y, z: (x + y + z + 1) ** 20, 3, 20)


def test_the_settings_of_the_gcd():
    x, y, z = Polynomial.variables(3)
    p, q = (x + y) * (z + 1), (x + y) * (z - 2)
    assert polynomial_gcd(p, q) == x + y
    with setting(heuristic_sparse_gcd_enabled=True, sgcd_restart_limit=1, sgcd_stage_limit=1):
        assert polynomial_gcd(p, q) == x + y
    with setting(gcd_cut_losses=15):
        assert polynomial_gcd(p, q) == 1
        assert classical_polynomial_gcd(p, q) == x + y
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


def test_a_gcd_that_remembers():
    calls = []

    def counted(p, q):
        calls.append((p, q))
        return polynomial_gcd(p, q)

    remembering = gcd_memoizer(counted)
    x = Polynomial.variables(1)[0]
    assert remembering(x, x * x) == remembering(x * x, x) == x
    assert len(calls) == 1
    remembering(2, 4)
    assert type(gcd_memoizer(lambda p, q: p * q)(2.0, 4)) is float
    Session().run("(clear-memoizer-tables)")
    assert remembering(x, x * x) == x
    assert len(calls) == 3
    with pytest.raises(WrongTypeError, match="expected a polynomial"):
        remembering("x", 1)
