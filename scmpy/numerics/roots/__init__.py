"""Roots of functions, of polynomials and of systems.

Read in this order:

- bracketed: between two places of different signs
- newton: from a place near a root, with exact derivatives
- polynomial: all roots of a polynomial
- certified_roots: all roots in an interval
- several_unknowns: systems of equations
"""
