"""The named rule sets: identities between elementary functions as data, each usable alone.

One module a family of identities; here are those that the core uses, the others are in :mod:`scmpy.museum.rule_sets`.
A rule set rewrites the expression that it is given, as it stands:

>>> from scmpy import sqrt_expand, symbols
>>> x, y = symbols("x y")
>>> sqrt_expand("(sqrt (* x y))")
(* (sqrt y) (sqrt x))

Where an identity needs an assumption, the rule says so: the assumptions can be listed, or not be taken.

>>> sqrt_expand("(sqrt (* x y))", report=True).assumptions
(y nonnegative: sqrt-expand,)
>>> sqrt_expand("(sqrt (* x y))", careful=True)
(sqrt (* x y))

Read in this order:

- quotients, powers, roots, exponentials: quotients, powers and logarithms
- trigonometry, pythagorean, angles: sines and cosines
"""
