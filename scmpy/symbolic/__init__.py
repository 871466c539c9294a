"""Symbolic expressions: interned nodes, their canonical form, certified comparison.

Read in this order:

- expression: nodes, equal ones one object, and the fold over them
- undefined_functions, assumptions: what is known of literal functions and of expressions
- arithmetic: the generic operations make nodes
- ring, polynomials: polynomials and their quotients, on python-flint; polynomials as values
- kernels: rewrites of elementary functions of simplified arguments
- evaluation: the arithmetic of an expression, carried out in a ring
- canonical: an expression as a rational function of kernels, and the order of these in print
- policy: the options of simplification
- printed_form: a rational function as the original prints it
- simplify: all of it together
- printing: what the user calls

Beside these:

- ball_arithmetic, decision: enclosures at points; proofs that values are equal, or different
- normal_forms: forms on request
- patterns, rules: rewriting by rules
- real_numbers: exact and inexact numbers
- to_sympy: SymPy, there and back
"""
