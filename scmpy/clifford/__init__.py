"""Geometric algebras in the generic arithmetic: multivectors whose coefficients are any scalars of scmpy.

Read in this order:

- blades: names and signs of products of basis vectors
- multivector: the value, its sums and geometric products
- algebra: signatures, and what an algebra makes
- products: outer, inner, regressive, commutator, sandwich
- involutions: reversion, grades, duals, norms, inverses
- split_numbers, exponential: exp and log
- models: points, lines, planes, motors, circles and spheres
"""

from scmpy.clifford import (
    algebra,
    blades,
    comparison,
    construction,
    exponential,
    involutions,
    models,
    multivector,
    products,
    split_numbers,
)
