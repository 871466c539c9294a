"""The original's small tools for expressions and lists, its analyzers, and greatest common divisors of polynomials."""

import io
import random

import pytest

from scmpy import *
from scmpy.compat.expressions import expression_to_polynomial, polynomial_gcd, polynomial_to_expression
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session
from scmpy.symbolic.polynomials import Polynomial, exact_quotient

from ..comparing import text, text_of

VALUES = [
    ('(symbol \'a "b" 3)', "ab3"),
    ("(environment-bound? (->environment '(scmutils base)) 'car)", "#t"),
    ("(list (g:sigma square 1 3) (g:invert 4) (g:+ 1 2) (g:expt 2 3))", "(14 1/4 3 8)"),
    ("(* (down (up 1 2) (up 3 4)) (up 'a 'b))", "(up (+ a (* 3 b)) (+ (* 2 a) (* 4 b)))"),
    ("(series:ref (Taylor-series-coefficients exp 0) 3)", "1/6"),
    ("(series:ref (Taylor-series-coefficients * 'a 'b) 2)", "(down (down 0 1/2) (down 1/2 0))"),
]


@pytest.mark.parametrize(("source", "text"), VALUES)
def test_value(source: str, text: str) -> None:
    assert text_of(source) == text


def test_show_time_prints_the_time_and_gives_the_value() -> None:
    output = io.StringIO()
    assert Session(stdout=output).run("(show-time (lambda () (+ 1 2)))") == 3
    assert output.getvalue().startswith("process time: ")


E = "(/ (+ (* x (expt (sin (+ x y)) 2)) (* x (exp z))) (* 2 x))"


def analyzer(known="+ - * expt"):
    return make_analyzer(polynomial_to_expression, expression_to_polynomial, list(symbols(known)))


def test_polynomials_have_quotients_as_kernels():
    assert text(rcf_simplify("(+ (/ (* x 2) x) y y)")) == "(+ 2 (* 2 y))"


def test_the_auxiliary_variables_may_be_used_in_further_expressions():
    own = analyzer()
    own.analyze("(* (exp x) (sin (exp x)))")
    assert text(expression_simplifier(own)("(* kernel0 kernel1 kernel0)")) == "(* (expt (exp x) 2) (sin (exp x)))"


def test_from_scheme():
    session = Session()
    program = """
        (define (from e receive) (receive (rcf:simplify e) '()))
        ((default-simplifier (make-analyzer (lambda (e variables) e) from '(+ - * expt))) '(* (+ x y) (- x y)))"""
    assert session.result_text(session.run(program)) == "(+ (expt x 2) (* -1 (expt y 2)))"


def test_bad_analyzers():
    with pytest.raises(WrongTypeError, match="two procedures"):
        make_analyzer(1, expression_to_polynomial, ())
    with pytest.raises(WrongTypeError, match="are symbols"):
        make_analyzer(polynomial_to_expression, expression_to_polynomial, ["(f x)"])
    with pytest.raises(WrongTypeError, match="default-simplifier expects an analyzer"):
        default_simplifier(3)


def a_polynomial(arity, terms, degree, chance):
    return Polynomial(
        arity, {tuple(chance.randint(0, degree) for _ in range(arity)): chance.randint(-9, 9) for _ in range(terms)}
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
