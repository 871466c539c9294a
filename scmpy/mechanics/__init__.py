"""Mechanics of Lagrange, Hamilton, Routh and Poincaré; rigid bodies; canonical transformations and Lie series.

Read in this order:

- state, paths: local tuples, and functions of paths
- pairing: coordinates of any kind by their components
- lagrangian, constraints: Lagrange's equations, and constraints
- matrix_group, poincare: the same in any basis of vector fields, that of a group say
- rotation, so3, se3, rigid: rotations, rigid motions, rigid bodies
- phase_state, hamiltonian, legendre, routhian: phase space
- equilibria, small_oscillations: equilibria, their stability, normal modes
- lie_poisson: reduction
- canonical_transformations, generating, symplectic_matrices: canonical transformations
- lie_series, normal_form: Lie series, and perturbation theory
- plane_maps: maps of the plane
- models: the systems that the books use
- section_maps: their surfaces of section

Beside these:

- transformation, relations, elimination: coordinates, equations in some unknowns, and constraints eliminated
- action, least_action, geodesics: what paths of motions have least
- pendulum, motors: the pendulum in closed form; mechanics on groups of motors
- equations: are two systems of equations the same?
"""
