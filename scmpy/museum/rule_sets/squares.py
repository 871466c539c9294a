"""Squares of sines and cosines: which of them survive in sums, and what is left of sin^2 + cos^2 = 1."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

split_high_degree_sines = named(
    "split-high-degree-sines",
    "Powers of sines with a square apart: sin^n = sin^2 sin^(n-2) for n > 2.",
    ("(expt (sin x) 5)", "(* (expt (sin x) 2) (expt (sin x) 2) (sin x))"),
    "(expt (sin (? x)) (? n more-than-two?))  none  (* (expt (sin (? x)) 2) (expt (sin (? x)) (- (? n) 2)))",
)


split_high_degree_cosines = named(
    "split-high-degree-cosines",
    "Powers of cosines with a square apart: cos^n = cos^2 cos^(n-2) for n > 2.",
    ("(expt (cos x) 3)", "(* (expt (cos x) 2) (cos x))"),
    "(expt (cos (? x)) (? n more-than-two?))  none  (* (expt (cos (? x)) 2) (expt (cos (? x)) (- (? n) 2)))",
)


split_high_degree_sincos = named(
    "split-high-degree-sincos",
    "Powers of sines and cosines with a square apart.",
    ("(+ (expt (sin x) 3) (expt (cos x) 4))", "(+ (* (expt (sin x) 2) (sin x)) (* (expt (cos x) 2) (expt (cos x) 2)))"),
    split_high_degree_sines,
    split_high_degree_cosines,
)


flush_obvious_ones = named(
    "flush-obvious-ones",
    "sin^2 + cos^2 = 1 among the terms of a sum.",
    ("(+ (expt (sin x) 2) a (expt (cos x) 2))", "(+ 1 a)"),
    """
    (+ (?? a) (expt (sin (? x)) 2) (?? b) (expt (cos (? x)) 2) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    (+ (?? a) (expt (cos (? x)) 2) (?? b) (expt (sin (? x)) 2) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    """,
)


def _with_factors(first: str, second: str) -> str:
    """The same with common factors before and after the squares."""
    return f"""
    (+ (?? a) (* (?? f) (expt ({first} (? x)) 2) (?? g)) (?? b) (* (?? f) (expt ({second} (? x)) 2) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) (?? g)) (?? b) (?? c))
    """


sincos_flush_ones = named(
    "sincos-flush-ones",
    "sin^2 + cos^2 = 1, also with a common factor: f sin^2 + f cos^2 = f.",
    ("(+ (* a (expt (sin x) 2)) (* a (expt (cos x) 2)))", "a"),
    flush_obvious_ones,
    _with_factors("sin", "cos"),
    _with_factors("cos", "sin"),
)


def _from_one(square: str, other: str) -> str:
    """n - n square = n other, and the same with a common factor."""
    return f"""
    (+ 1 (?? a) (* -1 (expt ({square} (? x)) 2)) (?? b))     none   (+ (expt ({other} (? x)) 2) (?? a) (?? b))
    (+ -1 (?? a) (expt ({square} (? x)) 2) (?? b))           none   (+ (* -1 (expt ({other} (? x)) 2)) (?? a) (?? b))
    (- 1 (expt ({square} (? x)) 2))                          none   (expt ({other} (? x)) 2)
    (+ (? n number?) (?? a) (* (? m number?) (expt ({square} (? x)) 2)) (?? b))
        (opposite? m n)   (+ (* (? n) (expt ({other} (? x)) 2)) (?? a) (?? b))
    (+ (?? a) (* (?? f)) (?? b) (* -1 (?? f) (expt ({square} (? x)) 2)) (?? c))
        none   (+ (?? a) (* (?? f) (expt ({other} (? x)) 2)) (?? b) (?? c))
    (+ (?? a) (? f not-number?) (?? b) (* -1 (? f) (expt ({square} (? x)) 2)) (?? c))
        none   (+ (?? a) (* (? f) (expt ({other} (? x)) 2)) (?? b) (?? c))
    """


sincos_random = named(
    "sincos-random",
    "What is left of the identity: 1 - cos^2 = sin^2, 1 - sin^2 = cos^2, n - n cos^2 = n sin^2.",
    ("(- 1 (expt (cos x) 2))", "(expt (sin x) 2)"),
    _from_one("cos", "sin"),
    _from_one("sin", "cos"),
)
