"""More of exponentials and logarithms: of sums and of one, and special functions by them."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

exp_expand = named(
    "exp-expand",
    "Exponentials of sums as products: exp(x + y) = exp(x) exp(y), exp(n x) = exp(x)^n, exp(-x) = 1 / exp(x).",
    ("(exp (+ x y))", "(* (exp x) (exp y))"),
    """
    (exp (+ (? x) (? y) (?? a)))                 none   (* (exp (? x)) (exp (+ (? y) (?? a))))
    (exp (- (? x) (? y)))                        none   (/ (exp (? x)) (exp (? y)))
    (exp (* (? n negative-number?) (?? a)))      none   (/ 1 (exp (* (- (? n)) (?? a))))
    (exp (* (? n at-least-two?) (?? a)))         none   (expt (exp (* (?? a))) (? n))
    """,
)


log_contract = named(
    "log-contract",
    "Sums of logarithms as one: log(x) + log(y) = log(x y), n log(x) = log(x^n) for a whole number n.",
    ("(+ (log x) (log y))", "(log (* x y))"),
    """
    (* -1 (log (? x may-be-positive?)))                     (positive x)   (log (/ 1 (? x)))
    (* (? n integer?) (log (? x may-be-positive?)))         (positive x)   (log (expt (? x) (? n)))
    (+ (?? a) (log (? x)) (?? b) (log (/ 1 (? y))) (?? c))  (positive y)  (+ (?? a) (log (/ (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (/ 1 (? y))) (?? b) (log (? x)) (?? c))  (positive y)  (+ (?? a) (log (/ (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (? x may-be-positive?)) (?? b) (log (? y)) (?? c))
        (positive x)   (+ (?? a) (log (* (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (? x)) (?? b) (log (? y may-be-positive?)) (?? c))
        (positive y)   (+ (?? a) (log (* (? x) (? y))) (?? b) (?? c))
    (- (log (? x)) (log (? y may-be-positive?)))            (positive y)   (log (/ (? x) (? y)))
    """,
)


log_extra = named(
    "log-extra",
    "Factors into logarithms: y log(x) = log(x^y) for x > 0 and a real y.",
    ("(* y (log x))", "(log (expt x y))"),
    """
    (* (?? a) (? y) (?? b) (log (? x may-be-positive?)) (?? c))
        (and (positive x) (real y))   (* (?? a) (?? b) (log (expt (? x) (? y))) (?? c))
    (* (?? a) (log (? x may-be-positive?)) (?? b) (? y) (?? c))
        (and (positive x) (real y))   (* (?? a) (log (expt (? x) (? y))) (?? b) (?? c))
    """,
)


specfun_to_logexp = named(
    "specfun->logexp",
    "Roots, powers, inverse trigonometric and hyperbolic functions by exponentials and logarithms.",
    ("(cosh x)", "(/ (+ (exp x) (exp (* -1 x))) 2)"),
    """
    (sqrt (? x))                    (nonzero x)   (exp (* 1/2 (log (? x))))
    (expt (? x) (? y non-integer?)) (nonzero x)   (exp (* (? y) (log (? x))))
    (atan (? z))   none   (/ (- (log (+ 1 (* +i (? z)))) (log (- 1 (* +i (? z))))) +2i)
    (asin (? z))   none   (* -i (log (+ (* +i (? z)) (sqrt (- 1 (expt (? z) 2))))))
    (acos (? z))   none   (* -i (log (+ (? z) (* +i (sqrt (- 1 (expt (? z) 2)))))))
    (sinh (? z))   none   (/ (- (exp (? z)) (exp (* -1 (? z)))) 2)
    (cosh (? z))   none   (/ (+ (exp (? z)) (exp (* -1 (? z)))) 2)
    (tanh (? z))   none   (/ (- (exp (* 2 (? z))) 1) (+ (exp (* 2 (? z))) 1))
    (sech (? z))   none   (/ 2 (+ (exp (? z)) (exp (* -1 (? z)))))
    (csch (? z))   none   (/ 2 (- (exp (? z)) (exp (* -1 (? z)))))
    """,
)


logexp_to_specfun = named(
    "logexp->specfun",
    "Exponentials of rational multiples of logarithms as powers and roots: exp(1/2 log x) = sqrt(x).",
    ("(exp (* 1/2 (log x)))", "(sqrt x)"),
    """
    (exp (log (? x)))                         none   (? x)
    (exp (* -1 (log (? x))))                  none   (/ 1 (? x))
    (exp (* 1/2 (log (? x))))                 none   (sqrt (? x))
    (exp (* -1/2 (log (? x))))                none   (/ 1 (sqrt (? x)))
    (exp (* (? n half-integer?) (log (? x)))) none   (expt (sqrt (? x)) (* 2 (? n)))
    (exp (* (? n rational?) (log (? x))))     none   (expt (? x) (? n))
    """,
)
