"""Mechanics: local tuples, Lagrange's equations, coordinate transformations, rigid bodies, Poincaré's equations."""

from scmpy.mechanics import lagrangian, paths, poincare, rigid, rotation, so3, state, transformation

__all__ = ["lagrangian", "paths", "poincare", "rigid", "rotation", "so3", "state", "transformation"]
