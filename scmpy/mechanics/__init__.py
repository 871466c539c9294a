"""Mechanics of Lagrange, Hamilton, Routh and Poincaré; rigid bodies; canonical transformations and Lie series."""

from scmpy.mechanics import (
    canonical,
    hamiltonian,
    lagrangian,
    legendre,
    lie,
    maps,
    paths,
    phase_state,
    poincare,
    rigid,
    rotation,
    routhian,
    so3,
    state,
    symplectic,
    transformation,
)

__all__ = [
    "canonical",
    "hamiltonian",
    "lagrangian",
    "legendre",
    "lie",
    "maps",
    "paths",
    "phase_state",
    "poincare",
    "rigid",
    "rotation",
    "routhian",
    "so3",
    "state",
    "symplectic",
    "transformation",
]
