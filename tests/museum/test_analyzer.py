"""Analyzers: kernels become auxiliary variables; what remains has a canonical form."""

import pytest

from scmpy import (
    auxiliary_variable_fetcher,
    default_simplifier,
    equivalent,
    expression_analyzer,
    expression_simplifier,
    fpf_analyzer,
    fpf_simplify,
    initializer,
    make_analyzer,
    pcf_analyzer,
    poly_from_expression,
    poly_to_expression,
    rcf_analyzer,
    rcf_simplify,
    symbols,
)
from scmpy.errors import WrongTypeError
from scmpy.render.scheme_text import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.expression import expression_of
from scmpy.symbolic.s_expressions import read_expression

E = "(/ (+ (* x (expt (sin (+ x y)) 2)) (* x (exp z))) (* 2 x))"


def text(value):
    return scheme_text(expression_of(value))


def analyzer(known="+ - * expt"):
    return make_analyzer(poly_to_expression, poly_from_expression, list(symbols(known)))


def test_the_kernels_of_an_expression():
    initializer(rcf_analyzer)()
    assert text(expression_analyzer(rcf_analyzer)(E)) == "(+ (* 1/2 (expt kernel0 2)) (* 1/2 kernel1))"
    kernels = {text(kernel) for _, kernel in auxiliary_variable_fetcher(rcf_analyzer)()}
    assert kernels == {"(sin (+ x y))", "(exp z)"}
    initializer(rcf_analyzer)()
    assert auxiliary_variable_fetcher(rcf_analyzer)() == ()


@pytest.mark.parametrize("form", [rcf_analyzer, fpf_analyzer, pcf_analyzer], ids=["rcf", "fpf", "pcf"])
@pytest.mark.parametrize(
    "expression",
    [
        E,
        "(* (+ x (sin y)) (- x (sin y)))",
        "(+ (expt x 3) (* 2 (expt x 2)) 5)",
        "((D f) (+ x x))",
        "(+ (/ 1 (- x 1)) (/ 1 (+ x 1)))",
        "(expt (+ x 1) -2)",
        "(+ kernel0 (sin kernel0))",
        "(sqrt (+ (expt x 2) (* 2 x) 1))",
        "2.5",
    ],
)
def test_the_canonical_form_has_the_same_value(form, expression):
    simplified = default_simplifier(form)(expression)
    assert equivalent(simplified, read_expression(expression))
    if form is not pcf_analyzer:  # Horner's form lists terms in another order than that of the kernels
        assert text(default_simplifier(form)(simplified)) == text(simplified), "a canonical form is its own"


def test_equal_kernels_are_one():
    assert text(default_simplifier(rcf_analyzer)("(- (sin (* 2 (+ x y))) (sin (+ (* 2 x) (* 2 y))))")) == "0"


def test_polynomials_have_quotients_as_kernels():
    assert text(fpf_simplify("(+ (/ (* x 2) x) y y)")) == "(+ (/ (* 2 x) x) (* 2 y))"
    assert text(rcf_simplify("(+ (/ (* x 2) x) y y)")) == "(+ 2 (* 2 y))"


def test_variables_with_priority():
    own = analyzer()
    assert text(own.simplify("(+ (* x y) x (* a y))")) == "(+ (* a y) (* x y) x)"
    own.set_priority("y", "x")
    assert text(own.simplify("(+ (* x y) x (* a y))")) == "(+ (* y x) (* y a) x)"
    own.set_priority("(sin y)")
    assert text(own.simplify("(* x (sin y))")) == "(* (sin y) x)"


def test_the_auxiliary_variables_may_be_used_in_further_expressions():
    own = analyzer()
    own.analyze("(* (exp x) (sin (exp x)))")
    assert text(expression_simplifier(own)("(* kernel0 kernel1 kernel0)")) == "(* (expt (exp x) 2) (sin (exp x)))"


def test_from_scheme():
    session = Session()
    program = (
        "((default-simplifier (make-analyzer poly:->expression poly:expression-> '(+ - * expt))) '(* (+ x y) (- x y)))"
    )
    assert session.result_text(session.run(program)) == "(+ (expt x 2) (* -1 (expt y 2)))"


def test_bad_analyzers():
    with pytest.raises(WrongTypeError, match="two procedures"):
        make_analyzer(1, poly_from_expression, ())
    with pytest.raises(WrongTypeError, match="are symbols"):
        make_analyzer(poly_to_expression, poly_from_expression, ["(f x)"])
    with pytest.raises(WrongTypeError, match="default-simplifier expects an analyzer"):
        default_simplifier(3)
