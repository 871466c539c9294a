"""Procedures of expressions that take lists such as '(+ x y)."""

from scmpy.scheme.primitives.declare import adapt
from scmpy.scheme.primitives.streams import taking_lists

adapt(
    """
    easy-simplify default-simplify g:simplify new-simplify memoized-simplify simplify-numerical-expression
    simplify-literal-number default-simplifier expression-simplifier
    """,
    taking_lists,
)
