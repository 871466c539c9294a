"""Numerical methods: compiled code, motions, and the faces of libraries for the rest.

Read in this order:

- compile: functions run once on unknowns become code
- ode: methods, the control of steps, trajectories, events, sections
- flow: variational equations, periodic orbits, manifolds
- ensembles: many orbits at once
- of_quantities, quadrature, roots, minima, linear: thin faces on python-flint, numpy and mpmath
- interpolation, special: and these

Beside these:

- iteration: maps that are applied again and again
"""
