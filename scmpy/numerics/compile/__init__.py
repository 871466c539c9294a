"""Code from expression graphs: a function is traced on symbols, its graph put in order and written for a target.

Read in this order:

- ir: a graph in an order in which it can be computed, and its exact derivatives
- tracing: what a function refers to; it is called once on unknowns, and the decisions that it takes
- llvm: machine code, and the folder that keeps it
- codegen: Python, numpy, native code and balls; the code of each way through the decisions
- compiled_function: what the user calls
"""
