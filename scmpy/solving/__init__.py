"""Closed forms by SymPy: solutions of equations and differential equations, integrals, limits, expansions.

SymPy is asked, within a time; what it answers is checked here before it is handed over. An answer that cannot be
checked, or that is right on conditions only, is an error that says so.

Read in this order:

- sympy_calls: what goes over to SymPy, for how long, what comes back, and whether a residual vanishes; polynomials
- equations: solve
- integration: limit and taylor, integrate, dsolve
"""
