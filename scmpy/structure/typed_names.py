"""The generic operations under the names that tell the types of their arguments.

``(vector+vector u v)``, ``(m:determinant M)``, ``(s:negate s)`` are the generic operations; the typed names are
those of programs written for the course. In Python there are the operators and the generic names.
"""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.combinatorics import sigma
from scmpy.registry import register
from scmpy.structure.tensor import solve_linear_left, solve_linear_right, transpose
from scmpy.structure.vectors import magnitude

_NAMES: dict[Any, str] = {
    g.add: "n:+ g:+ vector+vector matrix+matrix matrix+scalar scalar+matrix",
    g.sub: "n:- g:- vector-vector matrix-matrix matrix-scalar scalar-matrix",
    g.sqrt: "n:sqrt g:sqrt",
    g.exp: "n:exp",
    g.mul: """n:* g:* scalar*vector vector*scalar scalar*structure structure*scalar s:multiply
        scalar*matrix matrix*scalar matrix*matrix matrix*up matrix*vector down*matrix""",
    g.div: """n:/ g:/ vector/scalar structure/scalar scalar/tensor s:divide-by-structure
        matrix/scalar matrix/matrix scalar/matrix""",
    g.expt: "n:expt g:expt structure:expt m:expt",
    g.negate: "g:negate v:negate s:negate m:negate",
    g.square: "g:square v:square s:square m:square",
    g.abs_: "s:abs",
    magnitude: "s:magnitude",
    g.conjugate: "v:conjugate s:conjugate m:conjugate",
    g.dot_product: "s:dot-product",
    g.cross_product: "v:cross-product",
    g.determinant: "s:determinant m:determinant",
    g.trace: "s:trace m:trace",
    g.transpose1: "m:transpose",
    g.invert: "g:invert s:invert m:invert",
    sigma: "g:sigma",
    solve_linear_left: "s:solve-linear-left",
    solve_linear_right: "s:solve-linear-right",
    transpose: "s:transpose",
}

for _operation, _names in _NAMES.items():
    for _name in _names.split():
        register(_name, _operation, python=None)
