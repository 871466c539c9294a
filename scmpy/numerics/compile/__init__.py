"""Code from expression graphs: a function is traced on symbols, its graph put in order and written for a target.

Read in this order:

- operation_list, schedule: a graph in an order in which it can be computed
- trace: a function called once on unknowns, and the decisions that it takes
- targets: how a schedule is written, a table for each target
- differentiation, derivative_products: exact derivatives of schedules
- llvm, cache, machine, native: machine code
- variants: the code of each way through the decisions
- elementwise, balls: other values to run on
- compiled_function: what the user calls

Beside these:

- draft, values: schedules that grow, and what holds the numbers of a function
- expression_functions, parametric, iterates: expressions, families and iterates of maps as compiled functions
"""
