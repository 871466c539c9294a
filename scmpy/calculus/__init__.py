"""Differential calculus: dual numbers, D and partial, operators, series.

Read in this order:

- differential: dual numbers with a tag and any number of directions
- operator: functions whose product is composition
- reverse: gradients in one sweep back
- tape: functions of states remembered as expressions
- places: arguments of any kind as flat variables and their shape
- taylor, jet: derivatives of high order
- derivative: D and partial choose among these
- series: lazy power series
"""
