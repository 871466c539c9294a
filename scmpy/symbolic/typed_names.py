"""Simplification and greatest common divisors under the names that the original gives to their parts.

``simplify`` simplifies values of every kind, and there is one algorithm for greatest common divisors, python-flint's:
the names of programs that chose among the original's are other names of these.
"""

from __future__ import annotations

from scmpy.registry import lookup, register

_NAMES = {
    "simplify": """default-simplify g:simplify new-simplify memoized-simplify simplify-numerical-expression
        simplify-up simplify-down simplify-matrix simplify-quaternion simplify-operator simplify-procedure
        simplify-abstract-function simplify-differential simplify-literal-number
        default-simplifier expression-simplifier""",
    "assume!": "add-assumption!",
    "poly:gcd": """poly/gcd-euclid poly/gcd-collins poly/gcd-classical
        sparse-multivariate-gcd sparse-heuristic-gcd sparse-univariate-gcd""",
    "poly:+": "sparse-add",
    "poly:*": "sparse-multiply",
    "poly:divide": "sparse-divide",
    "poly:value": "sparse-evaluate",
    "rule:make": "rule:compile",
}

for _name, _others in _NAMES.items():
    _entry = lookup(_name)
    assert _entry is not None, _name
    for _other in _others.split():
        register(_other, _entry.value, python=None)
