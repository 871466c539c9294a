"""Powers, magnitudes, nested quotients: the reductions that are always useful."""

from __future__ import annotations

from typing import Any

from scmpy.symbolic.fold import flattened
from scmpy.symbolic.policy import REWRITINGS, Policy
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rule_sets.exponentials import logexp
from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
from scmpy.symbolic.rewriting.rule_sets.roots import simsqrt
from scmpy.symbolic.rewriting.rules import named

exponent_contract = named(
    "exponent-contract",
    "Powers of one base merged: x^m x^n = x^(m+n); (x^m)^n = x^(m n) for a whole n, or for x > 0 and a real m.",
    ("(* (expt x m) (expt x n))", "(expt x (+ m n))"),
    """
    (* (?? a) (expt (? x) (? m)) (?? b) (expt (? x) (? n)) (?? c))
        none   (* (?? a) (expt (? x) (+ (? m) (? n))) (?? b) (?? c))
    (* (?? a) (expt (? x) (? n)) (?? b) (? x) (?? c))    none   (* (?? a) (expt (? x) (+ 1 (? n))) (?? b) (?? c))
    (* (?? a) (? x not-number?) (?? b) (expt (? x) (? n)) (?? c))
        none   (* (?? a) (expt (? x) (+ 1 (? n))) (?? b) (?? c))
    (* (?? a) (? x not-number?) (?? b) (? x) (?? c))     none   (* (?? a) (expt (? x) 2) (?? b) (?? c))
    (expt (expt (? x) (? m)) (? n integer?))             none   (expt (? x) (* (? m) (? n)))
    (expt (expt (? x) (? m)) (? n))     (and (positive x) (real m))   (expt (? x) (* (? m) (? n)))
    """,
)

_POWER, _OTHER = "(expt (? x) (? m))", "(expt (? x) (? n))"

powers_merged = named(
    "powers-merged",
    "Powers of one base merged, roots and quotients among them: x^m / x^n = x^(m-n), sqrt(x) x^n = x^(n + 1/2).",
    ("(* (sqrt x) (expt x 2))", "(expt x 5/2)"),
    exponent_contract,
    """
    (* (?? a) (sqrt (? x)) (?? b) (expt (? x) (? n)) (?? c))
        none   (* (?? a) (expt (? x) (+ 1/2 (? n))) (?? b) (?? c))
    (* (?? a) (expt (? x) (? n)) (?? b) (sqrt (? x)) (?? c))
        none   (* (?? a) (expt (? x) (+ 1/2 (? n))) (?? b) (?? c))
    """,
    in_quotients(_POWER, _OTHER, "(expt (? x) (- (? m) (? n)))"),
    in_quotients(_POWER, "(sqrt (? x))", "(expt (? x) (- (? m) 1/2))"),
    in_quotients(_POWER, "(? x)", "(expt (? x) (- (? m) 1))"),
    in_quotients("(sqrt (? x))", _OTHER, "(expt (? x) (- 1/2 (? n)))"),
    in_quotients("(? x)", _OTHER, "(expt (? x) (- 1 (? n)))"),
)


def _merged(expression: Any, policy: Policy) -> Any:
    found = powers_merged.step(flattened(expression), policy, Search())
    return expression if found is None else found


REWRITINGS["inhibit_expt_simplify"] = _merged

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
