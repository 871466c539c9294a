"""Procedures of the Scheme language that sessions have besides those of :mod:`scmpy.scheme.primitives`.

Read in this order:

- more_lists, sets, bytevectors, associations: lists, sets, tables
- typed_arithmetic, expression_lists, extrapolated_streams: numbers, expressions, streams
- unit_definitions, programs: units, and what programs call now and then
"""
