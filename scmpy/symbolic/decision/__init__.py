"""Decisions: are two values equal? Forms that are zero only for zero, and witnesses in ball arithmetic.

Read in this order:

- forms: the form of an expression, by rewrites that hold at every point of the domain
- algebraic: signs, irreducible factors, radicals, roots told apart
- transcendental: exponentials, logarithms, sines and cosines of independent arguments; special functions
- zero_test, definite: when a form is zero on the domain, and where it vanishes
- equivalence: the answer with its certificate
"""
