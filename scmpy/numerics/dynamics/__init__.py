"""What happens beside a motion, and its orbits that come back.

Read in this order:

- maps: maps of points, of points of a plane, of quantities; iterates
- periodic_orbits: how what is near a motion moves away from it; fixed points of maps, boundary values
- continuation: branches of equilibria and of periodic orbits
- invariant_manifolds: stable and unstable manifolds, invariant curves, rotation numbers
"""
