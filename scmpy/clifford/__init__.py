"""Geometric algebras in the generic arithmetic: multivectors whose coefficients are any scalars of scmpy.

Read in this order:

- blades: names and signs of products of basis vectors
- multivector: the value, its sums and geometric products
- algebra: signatures, and what an algebra makes
- products: outer, inner, regressive, commutator, sandwich
- involutions: reversion, grades, duals, norms, inverses
- split_numbers, exponential: exp and log
- geometric_objects: points, lines, planes, motors, circles and spheres

Beside these:

- construction: multivectors by their coefficients, and these by names
- motor_group, multivector_comparison: motors for methods of integration; certified comparison
"""

from scmpy.clifford import (
    algebra,
    blades,
    construction,
    exponential,
    geometric_objects,
    involutions,
    multivector,
    multivector_comparison,
    products,
    split_numbers,
)
