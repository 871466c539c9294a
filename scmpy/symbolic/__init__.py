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

Beside these:

- decision, enclosure, probe, vanishing, power_sums: proofs that values are equal, or different
- algebra, bounded, work_limits: polynomials as values, within limits
- rewriting, policy, switches, assuming, residual: rewrites by rules, and what they may assume
- facts, function_facts, derivatives, parts, s_expressions: what nodes say of themselves, and how they are read
- exact_angles, bases, real_numbers, roots_of_numbers, heuristic_numbers: numbers and their functions
- sharing, shown_value, written: long expressions, and values in forms that were asked for
- sympy_bridge: SymPy
"""
