"""Where lists and expressions meet: procedures on expressions take lists such as '(+ x y), and arities are pairs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.scheme.data import Pair
from scmpy.scheme.parse_printed import value_of_datum
from scmpy.scheme.primitives.base import adapt
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
    simplify full-simplify simplify-report expression expression-of variables-in sum? product? quotient? difference?
    expt? sqrt? exp? log? derivative? symb:addends symb:multiplicands symb:numerator symb:denominator
    """,
    taking_lists,
)
adapt("arity joint-arity", returning_pair)
adapt("expression-walker", lambda walker: lambda environment: taking_lists(walker(environment)))
