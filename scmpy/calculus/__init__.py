"""Differential calculus: dual numbers, D and partial, operators, series.

Read in this order:

- dual_numbers: numbers with a tag and any number of directions
- operators: functions whose product is composition
- tracing: functions of states remembered as expressions, and gradients in one sweep back
- jet: arguments of any kind as flat variables; derivatives of high order
- derivative: D and partial choose among these
- series: lazy power series
- equivalence: certified comparison of structures, series and functions
"""
