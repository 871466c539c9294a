"""Expressions as text: Scheme, TeX, and unicode infix."""
