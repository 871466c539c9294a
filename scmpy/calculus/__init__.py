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

Beside these:

- anticommutator, lie_derivative, linear_systems: more operations, each in one module
- own_functions: a user's functions among the elementary ones
- series_functions, sympy_series: elementary functions of series, and SymPy's series
- comparison: certified comparison of structures, series and functions
"""
