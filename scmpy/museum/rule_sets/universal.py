"""Trivial powers, magnitudes, nested quotients: the reductions that are always useful."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rule_sets.exponentials import logexp
from scmpy.symbolic.rewriting.rule_sets.powers import exponent_contract
from scmpy.symbolic.rewriting.rule_sets.roots import simsqrt
from scmpy.symbolic.rewriting.rules import named

miscsimp = named(
    "miscsimp",
    "Trivial and half powers, nested quotients: x^1 = x, x^(1/2) = sqrt(x), (x / y) / z = x / (y z).",
    ("(/ (/ x y) z)", "(/ x (* y z))"),
    """
    (expt (? x) 0)                      none   1
    (expt (? x) 1)                      none   (? x)
    (expt (? x) 1/2)                    none   (sqrt (? x))
    (expt (? x) -1/2)                   none   (/ 1 (sqrt (? x)))
    (expt (? x) (? n half-integer?))    none   (expt (sqrt (? x)) (* 2 (? n)))
    (/ (/ (? x) (? y)) (? z))           none   (/ (? x) (* (? y) (? z)))
    (/ (? x) (/ (? y) (? z)))           none   (/ (* (? x) (? z)) (? y))
    (expt (/ (? x) (? y)) (? n integer?))    none   (/ (expt (? x) (? n)) (expt (? y) (? n)))
    """,
    exponent_contract,
)


magsimp = named(
    "magsimp",
    "Magnitudes: |x y| = |x| |y|, |x / y| = |x| / |y|, |x^n| = |x|^n, |x|^2 = x^2 for a real x.",
    ("(abs (* x y))", "(* (abs x) (abs y))"),
    """
    (magnitude (? x))                          none       (abs (? x))
    (abs (* (? x) (? y) (?? a)))               none       (* (abs (? x)) (abs (* (? y) (?? a))))
    (abs (/ (? x) (? y)))                      none       (/ (abs (? x)) (abs (? y)))
    (abs (expt (? x) (? n even-integer?)))     (real x)   (expt (? x) (? n))
    (abs (expt (? x) (? n integer?)))          none       (expt (abs (? x)) (? n))
    (abs (abs (? x)))                          none       (abs (? x))
    (abs (sqrt (? x)))                         none       (sqrt (abs (? x)))
    (abs (exp (? x)))                          (real x)   (exp (? x))
    (expt (abs (? x)) (? n even-integer?))     (real x)   (expt (? x) (? n))
    """,
    alias="magnitude-rules",
)


universal_reductions = named(
    "universal-reductions",
    "What is always useful: exponentials of logarithms, roots of powers, magnitudes, powers merged.",
    ("(sqrt (expt (exp (log x)) 2))", "x"),
    logexp,
    magsimp,
    simsqrt,
    miscsimp,
)
