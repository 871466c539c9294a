"""Mechanics of Lagrange, Hamilton, Routh and Poincaré; rigid bodies; canonical transformations and Lie series.

Read in this order:

- state: local tuples, functions of paths, states of phase space
- lagrangian, constraints: Lagrange's equations, and constraints
- matrix_groups, euler_poincare: the same in any basis of vector fields, that of a group say; reduction; motors
- rigid_body, multibody: rotations and rigid bodies; trees of bodies, and of robots by their descriptions
- hamiltonian: Hamilton's equations, Legendre's transformation, Routhians
- equilibria: equilibria, their stability, normal modes
- canonical, perturbation: canonical transformations, Lie series, perturbation theory
- models: the systems that the books use, the pendulum in closed form
- sections: maps of the plane, and surfaces of section

Beside these:

- least_action: paths of least action
- motion: motions compiled once, with impacts and dry friction
- equations: are two systems of equations the same?
"""
