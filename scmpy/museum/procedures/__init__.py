"""Procedures of the Scheme language that sessions have besides those of :mod:`scmpy.scheme.primitives`.

Read in this order:

- more_lists, sets, bytevectors, associations, properties: lists, sets, tables
- hash_consing, unification, common_subexpressions, infix_reader, expression_lists, lists_of_terms: data and formulas
- typed_arithmetic, stream_arithmetic, streams_of_numbers, noise, spans, paired_minima: numbers, streams, random vectors
- memoizers, compilation: procedures that remember, and compiled ones
- deferred, unit_definitions, notes, results_as_printed, debugging_output: units, notes, what is printed
"""
