"""Economised polynomials and extrapolation by their properties; tests/numerics/faces has the other approximations."""

import scmpy as s
from scmpy.errors import DomainError, LimitError, StructureError

from ...grouped import refusals

test_what_cannot_be_approximated_is_told = refusals(
    [
        (lambda: s.make_interp_poly([1, 2], [3, 3]), DomainError),
        (lambda: s.make_interp_poly([1, 2], [3]), StructureError),
        (lambda: s.chebyshev_polynomial(10**9), LimitError),
    ]
)
