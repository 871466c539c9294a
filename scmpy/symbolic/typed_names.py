"""Simplification and the arithmetic of polynomials under the names that the original gives to their parts.

``simplify`` simplifies values of every kind, and there is one kind of polynomial: the names of programs that chose
among those of the original are other names of these.
"""

from __future__ import annotations

from scmpy.registry import lookup, register

_NAMES = {
    "simplify": """easy-simplify default-simplify g:simplify new-simplify memoized-simplify
        simplify-numerical-expression simplify-up simplify-down simplify-matrix simplify-quaternion
        simplify-operator simplify-procedure simplify-abstract-function simplify-differential
        simplify-literal-number simplify-units""",
    "assume!": "add-assumption!",
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
