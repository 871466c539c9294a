"""What of the original's vocabulary only rare programs use: no book has it, and nothing else here needs it.

Programs written for the original may still use it; who reads the core need not. The original's internals that no text
or program is known to use are not carried over: dropped.txt names them, with what to use instead, and the error of such
a name says it (:func:`scmpy.registry.not_carried_over`). Nothing imports this package: a module of it is loaded when
one of its names is first asked for (:mod:`scmpy.registry`), and it may use all the others. Read in this order:

- aliases: other names of public operations, predicates of types, small procedures
- expressions, polynomials: rule sets, the matcher, literals; the original's polynomials and analyzers
- structures, equations: the parts of tuples and matrices, tensors by indices; systems of equations
- fields_and_states: the parts of fields, points, states, differentials and series
- numbers, searches: combinatorics, data, elliptic integrals; roots, extrema, interpolation, steps of integration
- streams: extrapolation of the streams of Scheme
"""
