"""Methods of integration: each is one text, a step written in sums and products.

Read in this order:

- step: what a step is made of
- classical, dop853_coefficients, dormand_prince: explicit methods
- bulirsch_stoer: extrapolation
- collocation, symplectic: methods for long motions
- munthe_kaas, lie_midpoint: methods for states on groups
"""
