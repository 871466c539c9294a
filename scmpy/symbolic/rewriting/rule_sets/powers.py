"""Powers, magnitudes, nested quotients: the reductions that are always useful."""

from __future__ import annotations

from typing import Any

from scmpy.symbolic.fold import flattened
from scmpy.symbolic.policy import REWRITINGS, Policy
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
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
