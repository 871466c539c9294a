"""What of the original's vocabulary only rare programs use: no book has it, and nothing else here needs it.

Programs written for the original may still use it, so it is all here, works and is tested; who reads the core need
not. Nothing imports this package: a module of it is loaded when one of its names is first asked for
(:mod:`scmpy.vocabulary`), and it may use all the others. Read in this order:

- vestiges: what changes nothing, with the reasons
- function_types: signatures of functions
- typed_names, functionals, extension, continued_fractions: arithmetic, and functions that make functions
- principal_values, functions_of_numbers, more_combinatorics: angles in a range, harmonic numbers, arrangements
- modular_names: integers modulo another
- constructors, expression_parts, unparsing, suppression: expressions
- tex_forms, known_reals: TeX of equations, and real unknowns
- match_names, strategies, value_types: patterns and values
- rule_sets: identities as rules
- more_normal_forms, rounded_numbers: forms of expressions and numbers on request
- memoized_expressions: procedures of expressions that remember
- groebner, polynomial_gcd, polynomial_operations, sparse_polynomials: greatest common divisors, kernels, interpolation
- polynomial_words, polynomial_names, polynomial_parts, rational_functions, analyzer: polynomials and their quotients
- structure_parts, vector_parts, contraction, spin: structures
- matrix_parts, matrix_formulas, two_tensor_parts: matrices, and structures of two layers
- indexed: tensors by their indices
- quaternion_parts: quaternions
- differential_parts, series_parts, operator_parts: differentials, series, operators
- elliptic_names: elliptic integrals
- pendulum_motions, pendulum_series, pendulum_global: the pendulum's formulas by kinds, as series, and for all angles
- equation_solver: equations solved by substitution, with reasons
- gram_schmidt, integer_relations: vectors that are orthogonal, integers that make a sum vanish
- vandermonde, lu_factors, pseudo_inverses, null_spaces: systems of linear equations
- chebyshev, chebyshev_expansions, interpolants, piecewise: approximations
- extrapolation, richardson, integrators: limits, integrals
- root_searches, roots_of_polynomials: roots
- extrema, scanning, descents, parameter_vectors: minima
- advancers, measures_of_errors, basic_steps, advancing: steps of integration
- moments, statistical_tests, clusters, signals: data and signals
- typed_units: arithmetic of units
- course_plots, gnuplot, grey, scope: circles and lists of points, files of points, pictures in grey, traces of signals
- geometry_parts, state_parts: parts of fields, charts, points and states
- poincare_birkhoff: the course's programs on the driven pendulum, and points that map radially
- procedures: those of the language: more of lists, bytevectors, sets, property tables, memories, compiled code
"""
