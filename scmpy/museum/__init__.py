"""What of the original's vocabulary only rare programs use: no book has it, and nothing else here needs it.

Programs written for the original may still use it; who reads the core need not. The original's internals that no text
or program is known to use are not carried over: dropped.txt names them, with what to use instead, and the error of such
a name says it (:func:`scmpy.registry.not_carried_over`). Nothing imports this package: a module of it is loaded when
one of its names is first asked for (:mod:`scmpy.vocabulary`), and it may use all the others. Read in this order:

- vestiges: what changes nothing, with the reasons
- extension: new generic operators, and new types for old ones
- typed_names, functionals, continued_fractions: arithmetic, and functions that make functions
- functions_of_numbers, more_combinatorics: Bessel functions, arrangements
- modular_names: integers modulo another
- constructors, unparsing, tex_forms, known_reals: expressions, TeX, and real unknowns
- match_names, strategies, value_types: patterns and values
- rule_sets: identities as rules
- more_normal_forms: forms of expressions on request
- memoized_expressions: procedures of expressions that remember
- polynomial_gcd, polynomial_operations: greatest common divisors, kernels
- polynomial_words, polynomial_names, polynomial_parts, rational_functions, analyzer: polynomials and their quotients
- structure_parts, vector_parts, spin: structures
- matrix_parts, matrix_formulas, two_tensor_parts: matrices, and structures of two layers
- indexed: tensors by their indices
- quaternion_parts: quaternions
- differential_parts, series_parts, operator_parts: differentials, series, operators
- elliptic_names: elliptic integrals
- pendulum_motions: the pendulum's formulas by kinds
- equation_solver: equations solved by substitution, with reasons
- vandermonde, lu_factors, pseudo_inverses, null_spaces: systems of linear equations
- chebyshev, chebyshev_expansions, interpolants: approximations
- extrapolation, richardson, integrators: limits, integrals
- root_searches, roots_of_polynomials: roots
- extrema, scanning, descents: minima
- basic_steps: steps of integration
- moments, transforms: data
- geometry_parts, state_parts: parts of fields, charts, points and states
- procedures: those of the language: more of lists, bytevectors, sets, tables
"""
