"""Procedures of expressions that take lists such as '(+ x y); arities are pairs."""

from scmpy.scheme.primitives.declare import adapt
from scmpy.scheme.primitives.streams import returning_pair, taking_lists

adapt(
    """
    easy-simplify default-simplify g:simplify new-simplify memoized-simplify simplify-numerical-expression
    simplify-literal-number default-simplifier expression-simplifier symb:+ symb:* symb:- symb:/ symb:expt symb:sqrt
    symb:exp symb:log symb:sin symb:cos symb:tan make-numerical-literal make-real-literal
    """,
    taking_lists,
)
adapt("s:arity m:arity q:arity operator-arity", returning_pair)
