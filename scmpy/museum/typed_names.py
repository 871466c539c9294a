"""The generic operations under the names that tell the types of their arguments.

``(vector+vector u v)``, ``(m:determinant M)``, ``(series:add a b)`` are the generic operations; the typed names are
those of programs written for the course. In Python there are the operators and the generic names. The simplifier, too,
has one name for values of every kind; those of programs that chose among the original's are other names of it.
"""

from __future__ import annotations

from scmpy.generic.operations import transpose1
from scmpy.registry import register, scheme_value

_NAMES = {
    "+": """n:+ g:+ vector+vector matrix+matrix matrix+scalar scalar+matrix o:+ o:o+f o:f+o series:add
        coefficient+series series+coefficient""",
    "-": """n:- g:- vector-vector matrix-matrix matrix-scalar scalar-matrix o:- o:o-f o:f-o series:sub
        coefficient-series series-coefficient""",
    "sqrt": "n:sqrt g:sqrt",
    "exp": "n:exp o:exp m:exp",
    "sin": "o:sin m:sin",
    "cos": "o:cos m:cos",
    "*": """n:* g:* scalar*vector vector*scalar scalar*structure structure*scalar s:multiply
        scalar*matrix matrix*scalar matrix*matrix matrix*up matrix*vector down*matrix
        o:* o:f*o o:o*f series:mul coefficient*series series*coefficient""",
    "/": """n:/ g:/ vector/scalar structure/scalar scalar/tensor s:divide-by-structure
        matrix/scalar matrix/matrix scalar/matrix o:o/n series:div coefficient/series series/coefficient""",
    "expt": "n:expt g:expt structure:expt m:expt o:expt series:expt",
    "negate": "g:negate v:negate s:negate m:negate o:negate series:negate",
    "square": "g:square v:square s:square m:square",
    "abs": "s:abs",
    "magnitude": "s:magnitude",
    "conjugate": "v:conjugate s:conjugate m:conjugate",
    "dot-product": "s:dot-product",
    "cross-product": "v:cross-product",
    "determinant": "s:determinant m:determinant",
    "trace": "s:trace m:trace",
    "invert": "g:invert s:invert m:invert series:invert",
    "sigma": "g:sigma",
    "solve-linear-left": "s:solve-linear-left",
    "solve-linear-right": "s:solve-linear-right",
    "transpose": "s:transpose",
    "simplify": """easy-simplify default-simplify g:simplify new-simplify memoized-simplify
        simplify-numerical-expression simplify-up simplify-down simplify-matrix simplify-quaternion
        simplify-operator simplify-procedure simplify-abstract-function simplify-differential
        simplify-literal-number simplify-units""",
    "assume!": "add-assumption!",
    "rule:make": "rule:compile",
}

for _name, _others in _NAMES.items():
    for _other in _others.split():
        register(_other, scheme_value(_name), python=None)
register("m:transpose", transpose1, python=None)
