"""Mechanics: local tuples, Lagrange's equations, coordinate transformations, rigid bodies, Poincaré's equations."""

from scmpy.mechanics import lagrangian, paths, rigid, rotation, state, transformation

__all__ = ["lagrangian", "paths", "rigid", "rotation", "state", "transformation"]
