"""Symbolic expressions: interned nodes, their canonical form, certified comparison.

Read in this order:

- expression: nodes, equal ones one object, the fold over them; literal functions and their derivatives
- assumptions: what is known of expressions; the options of simplification
- arithmetic: the generic operations make nodes
- ring, polynomials: polynomials and their quotients, on python-flint; polynomials as values
- printed_form: rewrites of elementary functions of simplified arguments; a rational function as the original prints it
- canonical: an expression as a rational function of kernels, and the order of these in print
- simplify: all of it together, and what the user calls to print

Beside these:

- ball_arithmetic, decision: enclosures at points; proofs that values are equal, or different
- normal_forms: forms on request
- patterns, rules: rewriting by rules
- real_numbers: exact and inexact numbers
- to_sympy: SymPy, there and back
"""
