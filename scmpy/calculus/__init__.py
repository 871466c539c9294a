"""Differential calculus: dual numbers, D and partial, operators."""
