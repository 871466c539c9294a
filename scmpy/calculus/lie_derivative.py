"""The Lie derivative, one generic operation: along a vector field, or along the flow of a Hamiltonian.

The layers above add the methods.
"""

from __future__ import annotations

from scmpy.generic.dispatch import unary
from scmpy.registry import register

Lie_derivative = unary(
    "Lie-derivative",
    """The derivative along a flow, an operator: of a Hamiltonian on functions of phase-space states.

    Scheme:  (((Lie-derivative H) F) state)
    Math:    L_H F = {F, H}
    Source:  SICM 6.4
    >>> from scmpy import H_harmonic, coordinate, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Lie_derivative(H_harmonic(m, k))(coordinate)(up(t, q, p))
    (/ p m)
    """,
)
register("Lie-derivative", Lie_derivative, module=__name__)
