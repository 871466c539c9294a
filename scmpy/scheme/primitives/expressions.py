"""Where lists and expressions meet: procedures on expressions take lists such as '(+ x y), and arities are pairs."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.equality import equal
from scmpy.scheme.infix_reader import read_infix
from scmpy.scheme.parse_printed import value_of_datum
from scmpy.scheme.primitives.base import Index, adapt, primitive
from scmpy.scheme.primitives.lists import as_pair
from scmpy.scheme.printer import circular_parts, write_text


def as_expression(value: Any) -> Any:
    """The expression that a list (of Python's, a tuple) stands for; any other value as it is."""
    if not isinstance(value, (Pair, tuple)):
        return value
    if circular_parts(value):
        raise WrongTypeError(f"the circular list {write_text(value)} stands for no expression")
    return value_of_datum(value)


def taking_lists(procedure: Callable[..., Any], count: int | None = None) -> Callable[..., Any]:
    """The procedure of expressions, all of its arguments or so many, that may be given as lists."""

    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        return procedure(*map(as_expression, arguments[:count]), *([] if count is None else arguments[count:]))

    return entry


def returning_pair(procedure: Callable[..., Any]) -> Callable[..., Any]:
    """The procedure, whose value is an arity: a pair, with #f in the place of no bound."""

    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        bounds = procedure(*arguments)
        if not isinstance(bounds, tuple):
            return bounds
        least, most = bounds
        return Pair(least, False if most is None else most)

    return entry


adapt(
    """
    simplify full-simplify simplify-report expression expression-of variables-in max-exponent sum? product? quotient?
    difference? expt? sqrt? exp? log? derivative? ederivative? symb:addends symb:multiplicands symb:numerator
    symb:denominator symb:derivative expr:< expr:=
    """,
    taking_lists,
)
adapt("substitute-multiple", partial(taking_lists, count=1))
adapt("arity operator-arity joint-arity", returning_pair)
adapt("expression-walker", lambda walker: lambda environment: taking_lists(walker(environment)))


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
