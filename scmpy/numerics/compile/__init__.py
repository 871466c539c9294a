"""Code from expression graphs: a function is traced on symbols, its graph put in order and written for a target.

Read in this order:

- operations, schedule: a graph in an order in which it can be computed
- trace: a function called once on unknowns, and the decisions that it takes
- targets: how a schedule is written, a table for each target
- differentiation, products: exact derivatives of schedules
- llvm, cache, machine, native: machine code
- variants: the code of each way through the decisions
- arrays, balls: other values to run on
- function: what the user calls
"""
