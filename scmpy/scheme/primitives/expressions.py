"""Where lists and expressions meet: procedures on expressions take lists such as '(+ x y), and arities are pairs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.registry import lookup
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.equality import equal
from scmpy.scheme.infix_reader import read_infix
from scmpy.scheme.parse_printed import value_of_datum
from scmpy.scheme.primitives.base import Index, primitive
from scmpy.scheme.primitives.lists import as_pair
from scmpy.scheme.printer import circular_parts, write_text

#: Procedures all of whose arguments are expressions, and those whose first argument is one.
_OF_EXPRESSIONS = """
    simplify easy-simplify full-simplify default-simplify g:simplify new-simplify memoized-simplify
    simplify-numerical-expression simplify-literal-number default-simplifier expression-simplifier simplify-report
    expression expression-of variables-in max-exponent sum? product? quotient? difference? expt?
    sqrt? exp? log? derivative? ederivative? symb:addends symb:multiplicands symb:numerator symb:denominator
    symb:derivative symb:+ symb:* symb:- symb:/ symb:expt symb:sqrt symb:exp symb:log symb:sin symb:cos symb:tan
    expr:< expr:= make-numerical-literal make-real-literal
"""
_OF_AN_EXPRESSION = "substitute-multiple"
_ARITIES = "arity s:arity m:arity q:arity operator-arity type->arity joint-arity"


def as_expression(value: Any) -> Any:
    """The expression that a list (of Python's, a tuple) stands for; any other value as it is."""
    if not isinstance(value, (Pair, tuple)):
        return value
    if circular_parts(value):
        raise WrongTypeError(f"the circular list {write_text(value)} stands for no expression")
    return value_of_datum(value)


def _taking_lists(procedure: Callable[..., Any], first_only: bool) -> Callable[..., Any]:
    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        count = 1 if first_only else len(arguments)
        return procedure(*map(as_expression, arguments[:count]), *arguments[count:])

    return entry


def _returning_pair(procedure: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        bounds = procedure(*arguments)
        if not isinstance(bounds, tuple):
            return bounds
        least, most = bounds
        return Pair(least, False if most is None else most)

    return entry


def _library(name: str) -> Any:
    entry = lookup(name)
    assert entry is not None, name
    return entry.value


for _name in _OF_EXPRESSIONS.split():
    primitive(_name)(_taking_lists(_library(_name), first_only=False))
for _name in _OF_AN_EXPRESSION.split():
    primitive(_name)(_taking_lists(_library(_name), first_only=True))
for _name in _ARITIES.split():
    primitive(_name)(_returning_pair(_library(_name)))


@primitive("expression-walker")
def expression_walker(environment: Any) -> Any:
    """The procedure that evaluates an expression where symbols have the values of a list of pairs."""
    walk = _library("expression-walker")(environment)
    return lambda expression: walk(as_expression(expression))


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
