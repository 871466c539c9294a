"""Definite integrals.

Read in this order:

- adaptive: rules and panels on floats, and when they are enough
- inside: places where a function is singular
- pieces: parts of an interval in which a function that decides takes one way
- oscillating, windows: integrals to infinity of functions that oscillate
- expansions, ends, certified_integral: enclosures, also towards a singular or an infinite end
- definite_integral: chooses among these
"""
