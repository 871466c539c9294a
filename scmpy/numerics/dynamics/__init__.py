"""What happens beside a motion, and its orbits that come back.

Read in this order:

- maps: maps of points, of points of a plane, of quantities; iterates
- variational: how what is near a motion moves away from it
- periodic_orbits: fixed points of maps, boundary values
- invariant_manifolds: stable and unstable manifolds, invariant curves, rotation numbers
"""
