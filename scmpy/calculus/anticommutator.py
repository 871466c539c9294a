"""The identity operator, and anticommutators."""

from __future__ import annotations

from scmpy.calculus.operator import Operator, identity_operator
from scmpy.generic import operations as g
from scmpy.generic.dispatch import binary
from scmpy.registry import register
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion

register(
    "I",
    identity_operator,
    doc="""The identity operator: (I f) is f.

    Scheme:  (I f)
    Source:  SICM 9, FDG appendix B
    >>> from scmpy import D, I, sin, symbols
    >>> (D**2 + I)(sin)(symbols("x"))
    0
    """,
)

anticommutator = binary(
    "anticommutator",
    """The anticommutator of two operators, matrices or quaternions, x y + y x.

    Scheme:  (anticommutator X Y)
    Math:    {X, Y} f = X(Y(f)) + Y(X(f))
    >>> anticommutator(D, D)(cube)(5)
    60
    """,
)
for _types in ((Operator, Operator), (Matrix, Matrix), (Quaternion, Quaternion)):
    anticommutator.add(_types, lambda x, y: g.add(g.mul(x, y), g.mul(y, x)))
register("anticommutator", anticommutator)
