"""sin^2 + cos^2 = 1 in all its disguises: which of the two squares survives."""

from __future__ import annotations

from scmpy.symbolic.rewriting.rules import named

sin_squared_to_cos_squared = named(
    "sin^2->cos^2",
    "Higher powers of sines by cosines: sin^n = sin^(n-2) (1 - cos^2).",
    ("(expt (sin x) 2)", "(- 1 (expt (cos x) 2))"),
    "(expt (sin (? x)) (? n at-least-two?))  none  (* (expt (sin (? x)) (- (? n) 2)) (- 1 (expt (cos (? x)) 2)))",
    alias="sin-sq->cos-sq",
)

cos_squared_to_sin_squared = named(
    "cos^2->sin^2",
    "Higher powers of cosines by sines: cos^n = cos^(n-2) (1 - sin^2).",
    ("(expt (cos x) 3)", "(* (cos x) (- 1 (expt (sin x) 2)))"),
    "(expt (cos (? x)) (? n at-least-two?))  none  (* (expt (cos (? x)) (- (? n) 2)) (- 1 (expt (sin (? x)) 2)))",
    alias="cos-sq->sin-sq",
)
