"""Generic arithmetic: the operations, the numeric tower and functions as values.

Read in this order:

- types: words for values and their kinds; values that are made of scalars, and the walks over them
- settings: what users may set, and what a session changes
- dispatch: how a call finds its method, and Python's operators
- elementary: all that is known of an elementary function or a sum, each declared once, which every layer reads
- operations: the table of them, ``g`` everywhere above; functions add, multiply and compose
- numbers: int, Fraction, float, complex, exact complex; combinatorics, modular integers
- functions: functions as values, and what programs of Scheme make of them
- arrays, batch: numpy; an array inside a tuple is a scalar of many orbits
- display: how values show themselves, and how far a computation is
"""
