"""Definite integrals."""
