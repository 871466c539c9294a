"""Square roots. The principal root is not negative: sqrt(x y) = sqrt(x) sqrt(y) needs that one factor is not."""

from __future__ import annotations

from scmpy.generic.annotations import Formula, Value
from scmpy.registry import public
from scmpy.symbolic.assuming import assume_bang
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
from scmpy.symbolic.rewriting.rules import named

_POWERS_OUT = """
    (sqrt (expt (? x) (? n even-integer?)))     (nonnegative (expt x (/ n 2)))   (expt (? x) (/ (? n) 2))
    (sqrt (expt (? x) (? n odd-integer?)))      (nonnegative x)   (* (expt (? x) (/ (- (? n) 1) 2)) (sqrt (? x)))
    (sqrt (exp (? x)))                          (real x)          (exp (* 1/2 (? x)))
"""

_POWERS_OF_ROOTS = """
    (expt (sqrt (? x)) (? n even-integer?))     none   (expt (? x) (/ (? n) 2))
    (expt (sqrt (? x)) (? n odd-integer?))      none   (* (expt (? x) (/ (- (? n) 1) 2)) (sqrt (? x)))
    (* (?? a) (sqrt (? x)) (?? b) (sqrt (? x)) (?? c))    none   (* (?? a) (? x) (?? b) (?? c))
"""

sqrt_expand = named(
    "sqrt-expand",
    "Roots of products, quotients and powers taken apart: sqrt(x y) = sqrt(x) sqrt(y), sqrt(x^2) = x.",
    ("(sqrt (/ x y))", "(/ (sqrt x) (sqrt y))"),
    """
    (sqrt (* (? w) (?? a) (? x may-be-nonnegative?) (?? b)))
        (nonnegative x)   (* (sqrt (? x)) (sqrt (* (? w) (?? a) (?? b))))
    (sqrt (* (? x may-be-nonnegative?) (? w) (?? a)))
        (nonnegative x)   (* (sqrt (? x)) (sqrt (* (? w) (?? a))))
    (sqrt (/ (? x) (? y may-be-positive?)))                    (positive y)      (/ (sqrt (? x)) (sqrt (? y)))
    """,
    _POWERS_OUT,
)

sqrt_contract = named(
    "sqrt-contract",
    "Products and quotients of roots as one: sqrt(x) sqrt(y) = sqrt(x y), sqrt(x) / sqrt(y) = sqrt(x / y).",
    ("(* (sqrt x) (sqrt y))", "(sqrt (* x y))"),
    _POWERS_OF_ROOTS,
    """
    (* (?? a) (sqrt (? x)) (?? b) (sqrt (? y)) (?? c))
        (and (may-be-nonnegative? x) (nonnegative x))   (* (?? a) (sqrt (* (? x) (? y))) (?? b) (?? c))
    (* (?? a) (sqrt (? x)) (?? b) (sqrt (? y)) (?? c))
        (and (may-be-nonnegative? y) (nonnegative y))   (* (?? a) (sqrt (* (? x) (? y))) (?? b) (?? c))
    """,
    in_quotients(
        "(sqrt (? x))",
        "(sqrt (? y))",
        "(sqrt (/ (? x) (? y)))",
        condition="(and (may-be-positive? y) (positive y))",
    ),
)

simsqrt = named(
    "simsqrt",
    "Roots of powers, powers of roots, and quotients of a root and what is under it: x / sqrt(x) = sqrt(x).",
    ("(/ x (sqrt x))", "(sqrt x)"),
    _POWERS_OF_ROOTS,
    _POWERS_OUT,
    in_quotients("(sqrt (? x))", "(sqrt (? x))", "1"),
    in_quotients("(? x)", "(sqrt (? x))", "(sqrt (? x))"),
    in_quotients("(sqrt (? x))", "(? x)", "1", "(sqrt (? x))"),
    alias="simplify-square-roots",
)


@public("non-negative-factors")
def non_negative_factors(x: Formula, y: Formula, who: Value = None) -> bool:
    """Assume that neither of two factors is negative, as sqrt(x y) = sqrt(x) sqrt(y) needs; is that possible?

    Scheme:  (non-negative-factors 'x 'y 'who)
    1 ]=> (non-negative-factors -2 'x 'me)
    ;Value: #f
    >>> from scmpy import symbols
    >>> non_negative_factors(symbols("x", negative=True), 4)
    False
    """
    condition = (symbol("and"), *((symbol("nonnegative?"), factor) for factor in (x, y)))
    return assume_bang(condition, who, lambda: False) is None
