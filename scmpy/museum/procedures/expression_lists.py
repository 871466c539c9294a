"""Procedures of expressions that take lists such as '(+ x y), of trees of lists, of formulas; arities are pairs."""

from functools import partial
from typing import Any

from scmpy.museum.procedures.infix_reader import read_infix
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.equality import equal
from scmpy.scheme.primitives.base import Index, adapt, primitive
from scmpy.scheme.primitives.lists import as_pair
from scmpy.scheme.primitives.quoted_expressions import returning_pair, taking_lists

adapt(
    """
    easy-simplify default-simplify g:simplify new-simplify memoized-simplify simplify-numerical-expression
    simplify-literal-number default-simplifier expression-simplifier symb:+ symb:* symb:- symb:/ symb:expt symb:sqrt
    symb:exp symb:log symb:sin symb:cos symb:tan make-numerical-literal make-real-literal max-exponent ederivative?
    symb:derivative expr:< expr:=
    """,
    taking_lists,
)
adapt("s:arity m:arity q:arity operator-arity type->arity", returning_pair)
adapt("substitute-multiple", partial(taking_lists, count=1))


@primitive("infix-string->combination")
def infix_string_to_combination(text: str) -> Any:
    """The combination, a list, of a formula: "a*x^2 + f(x)" is (+ (* a (expt x 2)) (f x))."""
    return read_infix(text)


@primitive("subst")
def subst(new: Any, old: Any, tree: Any) -> Any:
    """The tree of lists with what is equal to the old part replaced by the new one."""
    if equal(old, tree):
        return new
    if not isinstance(tree := as_pair(tree), Pair):
        return tree
    parts: list[Any] = []
    rest: Any = tree
    while isinstance(rest, Pair) and not (parts and equal(old, rest)):
        parts.append(subst(new, old, rest.car))
        rest = as_pair(rest.cdr)
    result = new if equal(old, rest) else rest
    for part in reversed(parts):
        result = Pair(part, result)
    return result


@primitive("fringe-smaller-than?")
def is_fringe_smaller(tree: Any, count: Index) -> Any:
    """Has a tree of lists fewer leaves than that?"""
    stack, leaves = [tree], 0
    while stack and leaves < count:
        part = as_pair(stack.pop())
        if isinstance(part, Pair):
            stack += [part.cdr, part.car]
        elif part is not EMPTY:
            leaves += 1
    return leaves < count
