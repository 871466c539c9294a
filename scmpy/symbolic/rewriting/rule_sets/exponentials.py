"""Exponentials and logarithms. The logarithm is the principal one: log(x y) = log(x) + log(y) where x > 0."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
from scmpy.symbolic.rewriting.rules import named

exp_contract = named(
    "exp-contract",
    "Products of exponentials as one: exp(x) exp(y) = exp(x + y), exp(x)^n = exp(n x), 1 / exp(x) = exp(-x).",
    ("(* (exp x) (exp y))", "(exp (+ x y))"),
    """
    (* (?? a) (exp (? x)) (?? b) (exp (? y)) (?? c))   none       (* (?? a) (exp (+ (? x) (? y))) (?? b) (?? c))
    (expt (exp (? x)) (? n integer?))                  none       (exp (* (? n) (? x)))
    (expt (exp (? x)) (? y))                           (real x)   (exp (* (? x) (? y)))
    """,
    in_quotients("(exp (? x))", "(exp (? y))", "(exp (- (? x) (? y)))"),
    """
    (/ (? y) (exp (? x)))                     none   (* (? y) (exp (* -1 (? x))))
    (/ (? y) (* (?? a) (exp (? x)) (?? b)))   none   (/ (* (? y) (exp (* -1 (? x)))) (* (?? a) (?? b)))
    """,
)

log_expand = named(
    "log-expand",
    "Logarithms of products, quotients and powers as sums: log(x y) = log(x) + log(y), log(x^n) = n log(x).",
    ("(log (* x y))", "(+ (log y) (log x))"),
    """
    (log (* (? w) (?? a) (? x may-be-positive?) (?? b)))   (positive x)   (+ (log (? x)) (log (* (? w) (?? a) (?? b))))
    (log (* (? x may-be-positive?) (? w) (?? a)))          (positive x)   (+ (log (? x)) (log (* (? w) (?? a))))
    (log (/ (? x) (? y may-be-positive?)))                 (positive y)   (- (log (? x)) (log (? y)))
    (log (expt (? x may-be-positive?) (? n)))   (and (positive x) (real n))   (* (? n) (log (? x)))
    (log (sqrt (? x)))                                     none           (* 1/2 (log (? x)))
    (log (exp (? x)))                                      (real x)       (? x)
    """,
)


logexp = named(
    "logexp",
    "Exponential and logarithm undo each other: exp(log x) = x, exp(a log x) = x^a, log(exp x) = x for a real x.",
    ("(exp (* a (log x)))", "(expt x a)"),
    """
    (exp (log (? x)))                      none       (? x)
    (exp (* (?? a) (log (? x)) (?? b)))    none       (expt (? x) (* (?? a) (?? b)))
    (log (exp (? x)))                      (real x)   (? x)
    (expt (exp (? x)) (? n integer?))      none       (exp (* (? n) (? x)))
    """,
)
