"""Closed forms by SymPy: solutions of equations and differential equations, integrals, limits, expansions.

SymPy is asked, within a time; what it answers is checked here before it is handed over. An answer that cannot be
checked, or that is right on conditions only, is an error that says so.

Read in this order:

- asking: what goes over to SymPy, for how long, and what comes back
- answer_checks: whether a residual vanishes
- algebraic, trigonometric_equations, exponential_equations, equations: solve
- limits, integrals, differential_equations: limit and taylor, integrate, dsolve

Beside these:

- poles: where an integrand has a pole
"""
