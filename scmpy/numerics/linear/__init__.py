"""Linear systems of numbers: factorisations, solutions and null spaces.

Read in this order:

- systems: triangular factors and solutions
- singular_values, eigenvalues: by numpy
"""
