"""Numbers that divide: numeric denominators as coefficients."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

divide_numbers_through = named(
    "divide-numbers-through",
    "Numeric denominators become coefficients, term by term: (x + 4 y) / 2 = 1/2 x + 2 y.",
    ("(/ (+ x (* 4 y)) 2)", "(+ (* 1/2 x) (* 2 y))"),
    """
    (/ (+ (? x) (? y) (?? a)) (? n number?))                none   (+ (/ (? x) (? n)) (/ (+ (? y) (?? a)) (? n)))
    (/ (- (? x) (? y)) (? n number?))                       none   (- (/ (? x) (? n)) (/ (? y) (? n)))
    (/ (* (?? a)) (? n number?))                            none   (* (/ 1 (? n)) (?? a))
    (/ (? x) (? n number?))                                 none   (* (/ 1 (? n)) (? x))
    (/ (? x) (* (? n number?) (?? a)))                      none   (/ (* (/ 1 (? n)) (? x)) (* (?? a)))
    """,
)
