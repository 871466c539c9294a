"""Numerical methods: compiled code, motions, and the faces of libraries for the rest.

Read in this order:

- compile: functions run once on unknowns become code
- ode: methods, the control of steps, trajectories, events, sections
- dynamics: maps, variational equations, periodic orbits, manifolds
- ensembles, ensemble_workers: many orbits at once, in threads, processes or on other machines
- nondimensional: searches among quantities by those of numbers
- quadrature, certified, asymptotic_series, roots, optimize, linear: thin faces on python-flint, numpy and SciPy
- special_functions, gamma_functions: those that are no elementary ones, on python-flint
"""
