"""Sums and multiples of angles: the addition theorems in both directions, and half angles."""

from __future__ import annotations

from scmpy.generic.dispatch import converted
from scmpy.symbolic.policy import REWRITINGS
from scmpy.symbolic.rewriting.angle_forms import cosine_of_multiple, cosine_of_sum, sine_of_multiple, sine_of_sum
from scmpy.symbolic.rewriting.rules import Rule, named

expand_multiangle = named(
    "expand-multiangle",
    "Sines and cosines of sums and multiples: sin(x + y) = sin x cos y + cos x sin y, cos 2x = cos^2 x - sin^2 x.",
    ("(sin (+ x y))", "(+ (* (cos x) (sin y)) (* (sin x) (cos y)))"),
    Rule("(sin (* (? n at-least-two?) (?? x)))", None, sine_of_multiple, "expand-multiangle"),
    Rule("(cos (* (? n at-least-two?) (?? x)))", None, cosine_of_multiple, "expand-multiangle"),
    """
    (sin (* (? n negative-number?) (?? x)))   none   (* -1 (sin (* (- (? n)) (?? x))))
    (cos (* (? n negative-number?) (?? x)))   none   (cos (* (- (? n)) (?? x)))
    (sin (- (? x) (? y)))    none   (- (* (sin (? x)) (cos (? y))) (* (cos (? x)) (sin (? y))))
    (cos (- (? x) (? y)))    none   (+ (* (cos (? x)) (cos (? y))) (* (sin (? x)) (sin (? y))))
    """,
    Rule("(sin (+ (? x) (?? y)))", None, sine_of_sum, "expand-multiangle"),
    Rule("(cos (+ (? x) (?? y)))", None, cosine_of_sum, "expand-multiangle"),
)


def _halves(angle: str, whole: str) -> str:
    return f"""
    (expt (sin {angle}) (? n at-least-two?))   none   (* 1/2 (- 1 (cos {whole})) (expt (sin {angle}) (- (? n) 2)))
    (expt (cos {angle}) (? n at-least-two?))   none   (* 1/2 (+ 1 (cos {whole})) (expt (cos {angle}) (- (? n) 2)))
    (tan {angle})                              none   (/ (sin {whole}) (+ 1 (cos {whole})))
    """


half_angle = named(
    "half-angle",
    "Squares and tangents of half angles: sin^2(x/2) = (1 - cos x) / 2, tan(x/2) = sin x / (1 + cos x).",
    ("(tan (/ x 2))", "(/ (sin x) (+ 1 (cos x)))"),
    _halves("(/ (? x) 2)", "(? x)"),
    _halves("(* 1/2 (?? x))", "(* (?? x))"),
)

REWRITINGS["half_angle_simplify"] = lambda e, policy: converted(half_angle(e))
