"""Each named rule set, alone: from Scheme, where it is a procedure, and from Python. By value: tests/laws."""

import pytest

import scmpy
from scmpy.registry import entries
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.expression import expression_of
from scmpy.symbolic.rules import RuleSet

NAMED = {entry.value.name: entry.value for entry in entries() if isinstance(entry.value, RuleSet)}

#: The rule set, an expression, and what the rule set makes of it.
CASES = [
    ("expand-multiangle", "(sin (* 3 x))", "(+ (* 3 (expt (cos x) 2) (sin x)) (* -1 (expt (sin x) 3)))"),
    ("contract-expt-trig", "(expt (cos x) 2)", "(* 1/2 (+ 1 (cos (* 2 x))))"),
    ("trig-product-to-sum", "(* (sin x) (cos y))", "(* 1/2 (+ (sin (+ x y)) (sin (- x y))))"),
    ("trig-sum-to-product", "(+ (sin x) (sin y))", "(* 2 (sin (* 1/2 (+ x y))) (cos (* 1/2 (- x y))))"),
    ("half-angle", "(expt (sin (* 1/2 x)) 2)", "(* 1/2 (- 1 (cos x)))"),
    ("half-angle", "(tan (/ x 2))", "(/ (sin x) (+ 1 (cos x)))"),
    ("sincos->exp1", "(sin x)", "(/ (- (exp (* +i x)) (exp (* -i x))) +2i)"),
    ("sincos->exp2", "(cos x)", "(/ (+ (exp (* +i x)) (/ 1 (exp (* +i x)))) 2)"),
    ("exp->sincos", "(exp (* +i x))", "(+ (cos x) (* +i (sin x)))"),
    ("complex-rules", "(imag-part (make-rectangular x y))", "y"),
    ("exp-expand", "(exp (+ x y))", "(* (exp x) (exp y))"),
    ("exp-contract", "(* (exp x) (exp y))", "(exp (+ x y))"),
    ("log-expand", "(log (* x y))", "(+ (log y) (log x))"),
    ("log-contract", "(+ (log x) (log y))", "(log (* x y))"),
    ("log-extra", "(* n (log x))", "(log (expt x n))"),
    ("logexp", "(log (exp x))", "x"),
    ("specfun->logexp", "(sqrt x)", "(exp (* 1/2 (log x)))"),
    ("logexp->specfun", "(exp (* 1/2 (log x)))", "(sqrt x)"),
    ("triginv", "(sin (asin x))", "x"),
    ("divide-numbers-through", "(/ (+ x y) 2)", "(+ (* 1/2 x) (* 1/2 y))"),
    ("canonicalize-partials", "((partial 1) ((partial 0) f))", "((* (partial 0) (partial 1)) f)"),
    ("sqrt-expand", "(sqrt (* x y))", "(* (sqrt y) (sqrt x))"),
    ("sqrt-contract", "(* (sqrt x) (sqrt y))", "(sqrt (* x y))"),
    ("simsqrt", "(expt (sqrt x) 2)", "x"),
    ("exponent-contract", "(* (expt x a) (expt x b))", "(expt x (+ a b))"),
    ("powers-merged", "(/ (* (sqrt x) (expt x a)) (expt x b))", "(expt x (- (+ 1/2 a) b))"),
    ("miscsimp", "(expt (expt x 2) 3)", "(expt x 6)"),
    ("miscsimp", "(expt (expt x a) b)", "(expt x (* a b))"),
    ("magsimp", "(magnitude (expt x 2))", "(expt x 2)"),
    ("magsimp", "(abs (* x y))", "(* (abs x) (abs y))"),
    ("universal-reductions", "(exp (log x))", "x"),
    ("sin^2->cos^2", "(expt (sin x) 2)", "(- 1 (expt (cos x) 2))"),
    ("cos^2->sin^2", "(expt (cos x) 2)", "(- 1 (expt (sin x) 2))"),
    (
        "split-high-degree-sincos",
        "(* (expt (sin x) 4) (expt (cos x) 3))",
        "(* (expt (sin x) 2) (expt (sin x) 2) (expt (cos x) 2) (cos x))",
    ),
    ("flush-obvious-ones", "(+ a (expt (sin x) 2) (expt (cos x) 2))", "(+ 1 a)"),
    ("sincos-flush-ones", "(+ (* a (expt (sin x) 2)) (* a (expt (cos x) 2)))", "a"),
    ("sincos-random", "(+ 1 (* -1 (expt (cos x) 2)))", "(expt (sin x) 2)"),
    ("special-trig", "(cos (* 1/3 :pi))", "1/2"),
    ("trig->sincos", "(tan x)", "(/ (sin x) (cos x))"),
    ("sincos->trig", "(/ (sin x) (cos x))", "(tan x)"),
    ("angular-parity", "(sin (* -1 x))", "(- (sin x))"),
]


@pytest.mark.parametrize(("name", "expression", "rewritten"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_a_rule_set_alone(name, expression, rewritten):
    session = Session()
    assert session.result_text(session.run(f"({name} '{expression})")) == rewritten
    python = getattr(scmpy, scmpy.registry.lookup(name).python)
    assert scheme_text(expression_of(python(expression))) == rewritten


def test_every_named_rule_set_has_a_case():
    assert {name for name, _, _ in CASES} == set(NAMED)


def test_a_rule_set_leaves_what_it_does_not_know():
    assert all(scheme_text(expression_of(found("(f x y)"))) == "(f x y)" for found in NAMED.values())
