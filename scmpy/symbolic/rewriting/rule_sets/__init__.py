"""The named rule sets: identities between elementary functions as data, each usable alone.

One module a family of identities. A rule set rewrites the expression that it is given, as it stands:

>>> from scmpy.symbolic.expression import symbols
>>> from scmpy.symbolic.rewriting.rule_sets.roots import sqrt_expand
>>> x, y = symbols("x y")
>>> sqrt_expand("(sqrt (* x y))")
(* (sqrt y) (sqrt x))

Where an identity needs an assumption, the rule says so: the assumptions can be listed, or not be taken.

>>> sqrt_expand("(sqrt (* x y))", report=True).assumptions
(y nonnegative: sqrt-expand,)
>>> sqrt_expand("(sqrt (* x y))", careful=True)
(sqrt (* x y))
"""

from scmpy.symbolic.rewriting.rule_sets import (
    angles,
    euler,
    exponentials,
    hyperbolic,
    inverse,
    numbers,
    partials,
    powers,
    pythagorean,
    roots,
    special_angles,
    trigonometry,
)

__all__ = [
    "angles",
    "euler",
    "exponentials",
    "hyperbolic",
    "inverse",
    "numbers",
    "partials",
    "powers",
    "pythagorean",
    "roots",
    "special_angles",
    "trigonometry",
]
