"""Hyperbolic functions: by exponentials and back, and cosh^2 - sinh^2 = 1."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rule_sets.quotients import in_quotients
from scmpy.symbolic.rewriting.rules import named

hyperbolic_to_exp = named(
    "hyperbolic->exp",
    "Hyperbolic functions by exponentials: sinh x = (exp(x) - exp(-x)) / 2.",
    ("(sinh x)", "(/ (- (exp x) (exp (* -1 x))) 2)"),
    """
    (sinh (? x))   none   (/ (- (exp (? x)) (exp (* -1 (? x)))) 2)
    (cosh (? x))   none   (/ (+ (exp (? x)) (exp (* -1 (? x)))) 2)
    (tanh (? x))   none   (/ (- (exp (? x)) (exp (* -1 (? x)))) (+ (exp (? x)) (exp (* -1 (? x)))))
    (sech (? x))   none   (/ 2 (+ (exp (? x)) (exp (* -1 (? x)))))
    (csch (? x))   none   (/ 2 (- (exp (? x)) (exp (* -1 (? x)))))
    """,
)


def _sum_of_exponentials(plain: str, inverse: str) -> str:
    return f"""
    (+ (?? a) {plain} (?? b) {inverse} (?? c))               none   (+ (?? a) (* 2 (cosh (? x))) (?? b) (?? c))
    (+ (?? a) {plain} (?? b) (* -1 {inverse}) (?? c))        none   (+ (?? a) (* 2 (sinh (? x))) (?? b) (?? c))
    (- {plain} {inverse})                                    none   (* 2 (sinh (? x)))
    """


exp_to_hyperbolic = named(
    "exp->hyperbolic",
    "exp(x) + exp(-x) = 2 cosh(x), exp(x) - exp(-x) = 2 sinh(x).",
    ("(+ (exp x) (exp (* -1 x)))", "(* 2 (cosh x))"),
    _sum_of_exponentials("(exp (? x))", "(exp (* -1 (? x)))"),
    _sum_of_exponentials("(exp (? x))", "(/ 1 (exp (? x)))"),
)

hyperbolic_to_sinhcosh = named(
    "hyperbolic->sinhcosh",
    "tanh, sech and csch by sinh and cosh.",
    ("(tanh x)", "(/ (sinh x) (cosh x))"),
    """
    (tanh (? x))   none   (/ (sinh (? x)) (cosh (? x)))
    (sech (? x))   none   (/ 1 (cosh (? x)))
    (csch (? x))   none   (/ 1 (sinh (? x)))
    """,
)

sinhcosh_to_tanh = named(
    "sinhcosh->tanh",
    "Quotients of sinh and cosh as tanh.",
    ("(/ (sinh x) (cosh x))", "(tanh x)"),
    in_quotients("(sinh (? x))", "(cosh (? x))", "(tanh (? x))"),
)

sinh_squared_to_cosh_squared = named(
    "sinh^2->cosh^2",
    "Higher powers of sinh by cosh: sinh^n = sinh^(n-2) (cosh^2 - 1).",
    ("(expt (sinh x) 2)", "(- (expt (cosh x) 2) 1)"),
    "(expt (sinh (? x)) (? n at-least-two?))  none  (* (expt (sinh (? x)) (- (? n) 2)) (- (expt (cosh (? x)) 2) 1))",
)

cosh_squared_to_sinh_squared = named(
    "cosh^2->sinh^2",
    "Higher powers of cosh by sinh: cosh^n = cosh^(n-2) (1 + sinh^2).",
    ("(expt (cosh x) 2)", "(+ 1 (expt (sinh x) 2))"),
    "(expt (cosh (? x)) (? n at-least-two?))  none  (* (expt (cosh (? x)) (- (? n) 2)) (+ 1 (expt (sinh (? x)) 2)))",
)

sinhcosh_flush_ones = named(
    "sinhcosh-flush-ones",
    "cosh^2 - sinh^2 = 1, also with a common factor.",
    ("(- (expt (cosh x) 2) (expt (sinh x) 2))", "1"),
    """
    (- (expt (cosh (? x)) 2) (expt (sinh (? x)) 2))    none   1
    (+ (?? a) (expt (cosh (? x)) 2) (?? b) (* -1 (expt (sinh (? x)) 2)) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    (+ (?? a) (* -1 (expt (sinh (? x)) 2)) (?? b) (expt (cosh (? x)) 2) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    (+ (?? a) (* (?? f) (expt (cosh (? x)) 2) (?? g)) (?? b) (* -1 (?? f) (expt (sinh (? x)) 2) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) (?? g)) (?? b) (?? c))
    (+ (?? a) (* -1 (?? f) (expt (sinh (? x)) 2) (?? g)) (?? b) (* (?? f) (expt (cosh (? x)) 2) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) (?? g)) (?? b) (?? c))
    """,
)

expand_hyperbolic = named(
    "expand-hyperbolic",
    "sinh and cosh of sums and doubles: sinh(x + y) = sinh x cosh y + cosh x sinh y, cosh(2 x) = 2 cosh^2 x - 1.",
    ("(sinh (+ x y))", "(+ (* (sinh x) (cosh y)) (* (cosh x) (sinh y)))"),
    """
    (sinh (+ (? x) (? y) (?? a)))
        none   (+ (* (sinh (? x)) (cosh (+ (? y) (?? a)))) (* (cosh (? x)) (sinh (+ (? y) (?? a)))))
    (cosh (+ (? x) (? y) (?? a)))
        none   (+ (* (cosh (? x)) (cosh (+ (? y) (?? a)))) (* (sinh (? x)) (sinh (+ (? y) (?? a)))))
    (sinh (- (? x) (? y)))          none   (- (* (sinh (? x)) (cosh (? y))) (* (cosh (? x)) (sinh (? y))))
    (cosh (- (? x) (? y)))          none   (- (* (cosh (? x)) (cosh (? y))) (* (sinh (? x)) (sinh (? y))))
    (sinh (* 2 (?? x)))             none   (* 2 (sinh (* (?? x))) (cosh (* (?? x))))
    (cosh (* 2 (?? x)))             none   (- (* 2 (expt (cosh (* (?? x))) 2)) 1)
    """,
)
