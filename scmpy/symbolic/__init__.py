"""Symbolic expressions: interned nodes, their canonical form, certified comparison.

Read in this order:

- expression: nodes, equal ones one object
- fold: values of nodes from those of their operands
- domains, ring: polynomials over atoms and their quotients, on python-flint
- printed: such a function as the original prints it
- assumptions: what is known of an expression
- arithmetic: the generic operations make nodes
- kernels: rewrites of elementary functions of simplified arguments
- evaluation: the arithmetic of an expression, carried out in a ring
- canonical: an expression as a rational function of kernels
- ranking: the order of the kernels in print
- simplify: all of it together
- printing: what the user calls
"""
