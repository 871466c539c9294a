"""Differential calculus: dual numbers, D and partial, operators, series.

Read in this order:

- dual_numbers: numbers with a tag and any number of directions
- jet: functions of states remembered as expressions, gradients in one sweep back; derivatives of high order
- derivative: functions whose product is composition; D and partial choose among these
- series: lazy power series
- equivalence: certified comparison of structures, series and functions
"""
