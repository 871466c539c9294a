"""Analyzers: kernels become auxiliary variables; what remains has a canonical form."""

import pytest

from scmpy import *
from scmpy.compat.expressions import expression_to_polynomial, polynomial_to_expression
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session

from ..comparing import text

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
