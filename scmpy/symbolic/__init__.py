"""Symbolic expressions: interned nodes, their canonical form, certified comparison."""
