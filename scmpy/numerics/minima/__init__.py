"""Minima and maxima of real functions, of one variable and of several.

Read in this order:

- one_variable: Brent's method and golden section
- points: functions of tuples as functions of points
- simplex, variable_metric: without and with derivatives
"""
