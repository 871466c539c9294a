"""Polynomials and rational functions as values, greatest common divisors, normal forms on request."""
