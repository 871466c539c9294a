"""Arguments that go without saying: functions of the time, or of a state, written without it.

What formulas leave out is the setting ``*suppressed-argument-list*``; these are the original's procedures for it.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.registry import public
from scmpy.render.abbreviations import argument_lists, is_suppressed, suppressed_arguments
from scmpy.structure.aliases import Formula, Value, Values
from scmpy.symbolic.expression import Application, Expression, application, expression_of, symbol
from scmpy.symbolic.fold import subexpressions


@public("suppress-arguments")
def suppress_arguments(arguments: Values) -> None:
    """Let formulas write functions of these arguments without them, from now on.

    Scheme:  (suppress-arguments '(t))
    >>> from scmpy import *
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> suppress_arguments([t])
    >>> infix(D(theta)(t))
    'Dθ'
    >>> clear_arguments()
    """
    argument_lists([arguments])
    suppressed_arguments.set((*suppressed_arguments.value, tuple(arguments)))


@public("show-suppressed-arguments")
def show_suppressed_arguments() -> tuple[Any, ...]:
    """The arguments that formulas leave out: the lists of them.

    Scheme:  (show-suppressed-arguments)
    >>> show_suppressed_arguments()
    ()
    """
    return tuple(map(tuple, suppressed_arguments.value))


@public("clear-arguments")
def clear_arguments() -> None:
    """Let formulas write all arguments again.

    Scheme:  (clear-arguments)
    >>> clear_arguments()
    """
    suppressed_arguments.set(())


@public("arg-suppressor")
def arg_suppressor(expression: Formula) -> Value:
    """An expression with the symbol args.n in the place of the n-th of the lists of arguments that are suppressed.

    Scheme:  (arg-suppressor expression)
    Raises:  WrongTypeError for what is no expression
    >>> from scmpy import *
    >>> t, x, f = symbols("t"), symbols("x"), literal_function("f", "(-> (X Real Real) Real)")
    >>> with setting(suppressed_argument_list=[[t], [t, x]]):
    ...     arg_suppressor(f(t, x) + 3 * t)
    (+ (* 3 t) (f args.2))
    """
    try:
        root = expression_of(expression)
    except GenericOperationError:
        raise WrongTypeError(f"arg-suppressor expects an expression, got {describe(expression)}") from None
    lists = [argument_lists([each]) for each in suppressed_arguments.value]
    short: dict[Any, Any] = {}

    def of(x: Any) -> Any:
        return short.get(x, x) if isinstance(x, Expression) else x

    for node in subexpressions(root):
        if isinstance(node, Application):
            place = next((n for n, each in enumerate(lists, 1) if is_suppressed(node, each)), None)
            operands = map(of, node.operands) if place is None else [symbol(f"args.{place}")]
            short[node] = application(of(node.operator), *operands)
    return of(root)
