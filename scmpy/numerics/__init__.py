"""Numerical methods."""
