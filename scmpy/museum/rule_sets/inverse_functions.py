"""Trigonometric functions of inverse ones, and inverse functions of trigonometric ones on their principal ranges."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

_QUARTER = "(* 2 (atan 1))"  # a quarter of a turn, the exact number

triginv = named(
    "triginv",
    "sin(asin x) = x, cos(asin x) = sqrt(1 - x^2), ...; asin(sin x) = x on its range; atan(y/x) = atan(y, x).",
    ("(cos (asin x))", "(sqrt (- 1 (expt x 2)))"),
    f"""
    (sin (asin (? x)))        none   (? x)
    (cos (acos (? x)))        none   (? x)
    (tan (atan (? x)))        none   (? x)
    (cos (asin (? x)))        none   (sqrt (- 1 (expt (? x) 2)))
    (sin (acos (? x)))        none   (sqrt (- 1 (expt (? x) 2)))
    (tan (asin (? x)))        none   (/ (? x) (sqrt (- 1 (expt (? x) 2))))
    (tan (acos (? x)))        none   (/ (sqrt (- 1 (expt (? x) 2))) (? x))
    (sin (atan (? x)))        none   (/ (? x) (sqrt (+ 1 (expt (? x) 2))))
    (cos (atan (? x)))        none   (/ 1 (sqrt (+ 1 (expt (? x) 2))))
    (sin (atan (? y) (? x)))  (and (real x) (real y))  (/ (? y) (sqrt (+ (expt (? x) 2) (expt (? y) 2))))
    (cos (atan (? y) (? x)))  (and (real x) (real y))  (/ (? x) (sqrt (+ (expt (? x) 2) (expt (? y) 2))))
    (tan (atan (? y) (? x)))  (and (real x) (real y))  (/ (? y) (? x))
    (asin (sin (? x)))   (and (nonnegative (+ {_QUARTER} x)) (nonnegative (- {_QUARTER} x)))   (? x)
    (acos (cos (? x)))   (and (nonnegative x) (nonnegative (- (* 2 {_QUARTER}) x)))            (? x)
    (atan (tan (? x)))   (and (positive (+ {_QUARTER} x)) (positive (- {_QUARTER} x)))         (? x)
    (atan (sin (? x)) (cos (? x)))
        (and (positive (+ (* 2 {_QUARTER}) x)) (nonnegative (- (* 2 {_QUARTER}) x)))           (? x)
    (atan (/ (? y) (? x may-be-positive?)))   (and (positive x) (real y))                     (atan (? y) (? x))
    """,
)
