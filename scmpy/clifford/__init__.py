"""Geometric algebras in the generic arithmetic: multivectors whose coefficients are any scalars of scmpy.

Read in this order: :mod:`~scmpy.clifford.algebra` (signatures, blades, the signs of their products),
:mod:`~scmpy.clifford.multivector` (the value, its sums and geometric products), :mod:`~scmpy.clifford.products` (outer,
inner, regressive, commutator, sandwich), :mod:`~scmpy.clifford.involutions` (reversion, grades, duals, norms, inverse),
:mod:`~scmpy.clifford.split_numbers` and :mod:`~scmpy.clifford.exponential` (exp and log), and
:mod:`~scmpy.clifford.models` (points, lines, planes, motors, circles and spheres).
"""
