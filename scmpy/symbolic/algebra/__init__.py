"""Polynomials and rational functions as values, greatest common divisors, normal forms on request.

Read in this order:

- divisors: greatest common divisors of integers, rationals and expressions
- polynomials: polynomials as values
- roots_in_closed_form: of quadratic and cubic ones
- normal_forms: one fraction, factored, collected by a variable
- poisson: sums of sines and cosines of multiple angles
- shortest, identities: the shortest form, by sin^2 + cos^2 = 1 and by addition theorems
"""
