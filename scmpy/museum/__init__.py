"""What of the original's vocabulary only rare programs use: no book has it, and nothing else here needs it.

Programs written for the original may still use it; who reads the core need not. The original's internals that no text
or program is known to use are not carried over: dropped.txt names them, with what to use instead, and the error of such
a name says it (:func:`scmpy.registry.not_carried_over`). Nothing imports this package: a module of it is loaded when
one of its names is first asked for (:mod:`scmpy.vocabulary`), and it may use all the others. Read in this order:

- typed_names, functionals, extension: arithmetic by its types, functions of functions, new generic operators
- continued_fractions, functions_of_numbers, more_combinatorics, modular_names: numbers
- constructors, unparsing, tex_forms, known_reals, value_types: expressions, TeX, real unknowns, kinds of values
- rewriting_names, rule_sets, more_normal_forms, polynomials, analyzer: patterns, rules and forms of expressions
- structure_parts, vector_parts, spin, matrix_parts, matrix_formulas, two_tensor_parts, quaternion_parts: structures
- indexed: tensors by their indices
- differential_parts, series_parts, operator_parts: differentials, series, operators
- elliptic_names, pendulum_motions: elliptic integrals, the pendulum's actions
- equation_solver: equations solved by substitution, with reasons
- vandermonde, lu_factors, pseudo_inverses, null_spaces: systems of linear equations
- chebyshev, chebyshev_expansions, interpolants, extrapolation, richardson, integrators: approximations, integrals
- root_searches, roots_of_polynomials, extrema, scanning, descents, basic_steps: roots, minima, steps of integration
- moments, transforms: data
- geometry_parts, state_parts: parts of fields, charts, points and states
- procedures: those of the language: more of lists, bytevectors, tables
"""
