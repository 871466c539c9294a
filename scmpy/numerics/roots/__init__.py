"""Roots of functions, of polynomials and of systems."""
