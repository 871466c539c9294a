"""Named rule sets beyond those that the core uses (:mod:`scmpy.symbolic.rewriting.rule_sets`), each usable alone.

Read in this order:

- universal, numeric_denominators, partials: powers, quotients, mixed derivatives
- euler, more_exponentials: exponentials
- squares, products_as_sums, special_angles, inverse_functions: sines and cosines
"""
