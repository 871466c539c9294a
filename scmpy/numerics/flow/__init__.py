"""Along the flow: what happens beside a motion, and its orbits that come back.

Read in this order:

- point_maps, plane_points: maps of points, and points of a plane
- tangents, counted: states with displacements, and states of quantities
- variational, lyapunov: how what is near a motion moves away from it
- fixed_points, manifolds, invariant_curves, rotation_number: what maps of the plane have
- shooting: boundary values
"""
