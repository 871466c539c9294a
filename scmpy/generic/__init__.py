"""Generic arithmetic: the operations, the numeric tower and functions as values.

Read in this order:

- session_tables, settings: what a session changes, and what users may set
- composite: the protocol of values that are made of scalars
- dispatch: how a call finds its method, and Python's operators
- rational_operations: sums, products, powers, each declared once with its derivative
- records, elementary: all that is known of an elementary function, which every layer reads
- operations: the table of them, ``g`` everywhere above
- numeric_tower: int, Fraction, float, complex, exact complex
- pointwise: functions add, multiply and compose
- batch, arrays: numpy; an array inside a tuple is a scalar of many orbits
- graphs: the one walk over shared graphs

Beside these:

- annotations, kinds, arguments, finite: words for values, their kinds, and what operations ask of arguments
- functions, undefined, redefinition, tail_calls: functions as values, and what programs of Scheme make of them
- complex, exact_roots, closeness, constants, combinatorics, modular: more of numbers
- display, progress: how values show themselves, and how far a computation is
- flat, memory: deep values for pickle, and bounded memories
"""
