"""Euler's formula both ways, and the parts of complex numbers given by coordinates."""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.symbolic.expression import TIMES
from scmpy.symbolic.rewriting.rules import Rule, named
from scmpy.symbolic.rewriting.templates import combined

sincos_to_exp1 = named(
    "sincos->exp1",
    "Sine and cosine by exponentials of i x and -i x: sin x = (exp(i x) - exp(-i x)) / 2i.",
    ("(cos x)", "(/ (+ (exp (* +i x)) (exp (* -i x))) 2)"),
    """
    (sin (? x))   none   (/ (- (exp (* +i (? x))) (exp (* -i (? x)))) +2i)
    (cos (? x))   none   (/ (+ (exp (* +i (? x))) (exp (* -i (? x)))) 2)
    """,
)

sincos_to_exp2 = named(
    "sincos->exp2",
    "Sine and cosine by one exponential: sin x = (exp(i x) - 1 / exp(i x)) / 2i.",
    ("(cos x)", "(/ (+ (exp (* +i x)) (/ 1 (exp (* +i x)))) 2)"),
    """
    (sin (? x))   none   (/ (- (exp (* +i (? x))) (/ 1 (exp (* +i (? x))))) +2i)
    (cos (? x))   none   (/ (+ (exp (* +i (? x))) (/ 1 (exp (* +i (? x))))) 2)
    """,
)


def _turn(c: Any, x: tuple[Any, ...]) -> Any:
    """exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x))."""
    growth, angle = (combined(TIMES, (part, *x)) for part in (c.real, c.imag))
    turned = g.add(g.cos(angle), g.mul(ExactComplex(0, 1), g.sin(angle)))
    return turned if c.real == 0 else g.mul(g.exp(growth), turned)


exp_to_sincos = named(
    "exp->sincos",
    "Exponentials of complex multiples by sine and cosine: exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x)).",
    ("(exp (* +2i x))", "(+ (cos (* 2 x)) (* +i (sin (* 2 x))))"),
    Rule("(exp (? c complex-number?))", None, lambda c: _turn(c, ()), "exp->sincos"),
    Rule("(exp (* (? c complex-number?) (?? x)))", None, _turn, "exp->sincos"),
)

complex_rules = named(
    "complex-rules",
    "Real and imaginary part, magnitude, angle and conjugate of numbers given by real coordinates.",
    ("(magnitude (make-rectangular x y))", "(sqrt (+ (expt x 2) (expt y 2)))"),
    """
    (real-part (make-rectangular (? x) (? y)))   (and (real x) (real y))   (? x)
    (imag-part (make-rectangular (? x) (? y)))   (and (real x) (real y))   (? y)
    (magnitude (make-rectangular (? x) (? y)))   (and (real x) (real y))   (sqrt (+ (expt (? x) 2) (expt (? y) 2)))
    (angle (make-rectangular (? x) (? y)))       (and (real x) (real y))   (atan (? y) (? x))
    (conjugate (make-rectangular (? x) (? y)))   (and (real x) (real y))   (make-rectangular (? x) (* -1 (? y)))
    (real-part (make-polar (? r) (? a)))         (and (real r) (real a))   (* (? r) (cos (? a)))
    (imag-part (make-polar (? r) (? a)))         (and (real r) (real a))   (* (? r) (sin (? a)))
    (magnitude (make-polar (? r) (? a)))         (and (nonnegative r) (real a))   (? r)
    (conjugate (make-polar (? r) (? a)))         (and (real r) (real a))   (make-polar (? r) (* -1 (? a)))
    """,
)
