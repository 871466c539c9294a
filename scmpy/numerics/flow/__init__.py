"""Along the flow: what happens beside a motion, and its orbits that come back.

Read in this order:

- counted: motions of quantities, each number counted in its size
- points, point_maps: points of a plane, and maps of them
- tangents, variational, lyapunov: what is near a motion, and how it moves away
- fixed_points, manifolds, invariant_curves, rotation: what maps of the plane have
- shooting: boundary values
"""
