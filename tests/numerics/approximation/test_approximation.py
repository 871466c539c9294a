"""Economised polynomials and extrapolation by their properties; tests/numerics/faces has the other approximations."""

from ...tables import refusals

test_what_cannot_be_approximated_is_told = refusals(__file__, "approximation", globals())
