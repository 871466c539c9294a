"""Geometric algebras in the generic arithmetic: multivectors whose coefficients are any scalars of scmpy.

Read in this order:

- multivector: blades, the value, its sums and geometric products; motors for methods of integration
- operations: outer, inner, regressive products, sandwiches; reversion, duals, inverses; exp and log
- models: signatures and what an algebra makes; points, lines, planes, motors, circles and spheres
"""

from scmpy.clifford import models, multivector, operations
