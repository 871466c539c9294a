"""More about expressions: derivatives by name, exponents, an order among expressions, several substitutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.annotations import Formula, ScalarValue, Values
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.derivatives import derivative_expression
from scmpy.symbolic.expression import (
    D_SYMBOL,
    EXPT,
    Application,
    Expression,
    Symbol,
    expression_of,
)
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.parts import pairs


@public("ederivative?")
def is_power_derivative(expression: object) -> bool:
    """Is this the name of a repeated derivative, ((expt D n) f)?

    Scheme:  (ederivative? e)
    >>> from scmpy import is_ederivative, symbols
    >>> first = symbol_derivative(symbols("f"))
    >>> is_ederivative(symbol_derivative(first)), is_ederivative(first)
    (True, False)
    """
    head = expression.operator if isinstance(expression, Application) else None
    return isinstance(head, Application) and head.operator is EXPT and head.operands[0] is D_SYMBOL


@public("symb:derivative", python="symbol_derivative")
def symbol_derivative(name: Formula) -> Expression:
    """The name of the derivative of the function of this name.

    Scheme:  (symb:derivative 'f)
    Raises:  WrongTypeError unless it is a symbol or a derivative
    >>> from scmpy import symbols
    >>> symbol_derivative(symbol_derivative(symbols("f")))
    ((expt D 2) f)
    """
    expression = expression_of(name)
    if not isinstance(expression, Expression):
        raise WrongTypeError(f"symb:derivative expects the name of a function, got {describe(name)}")
    return derivative_expression(expression, ())


@public("max-exponent")
def max_exponent(expression: Formula) -> int:
    """The largest integer exponent in an expression, the orders of derivatives included; 1 if there is no power.

    Scheme:  (max-exponent e)
    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> max_exponent(x**3 + y**2)
    3
    """
    powers = (node.operands[1] for node in subexpressions(expression_of(expression)) if is_power(node))
    return max((power for power in powers if type(power) is int), default=1)


def is_power(node: Any) -> bool:
    """Is this a power?"""
    return isinstance(node, Application) and node.operator is EXPT


@public("variable<?", python="is_variable_before")
def is_variable_before(x: Symbol, y: Symbol) -> bool:
    """Does the first symbol come before the second in the alphabet?

    Scheme:  (variable<? x y)
    Raises:  WrongTypeError unless both are symbols
    >>> from scmpy import symbols
    >>> is_variable_before(*symbols("a b")), is_variable_before(*symbols("b a"))
    (True, False)
    """
    for symbol in (x, y):
        if not isinstance(symbol, Symbol):
            raise WrongTypeError(f"variable<? expects symbols, got {describe(symbol)}")
    return bool(x.name < y.name)


@public("expr:<", python="is_expression_before")
def is_expression_before(x: Formula, y: Formula) -> bool:
    """Does the first expression come before the second in an order that is the same everywhere?

    Scheme:  (expr:< x y)
    Numbers come before symbols, these before applications; of two applications the one with fewer parts comes first,
    else the first parts in which they differ decide.
    >>> from scmpy import symbols
    >>> a, b = symbols("a b")
    >>> is_expression_before(a, b), is_expression_before(b + a, a), is_expression_before(3, a)
    (True, False, True)
    """
    stack = [(expression_of(x), expression_of(y))]
    while stack:
        a, b = stack.pop()
        if a is b:
            continue
        if not (isinstance(a, Application) and isinstance(b, Application)):
            before = _rank(a), _rank(b)
            if before[0] != before[1]:
                return bool(before[0] < before[1])
        elif len(a.operands) != len(b.operands):
            return len(a.operands) < len(b.operands)
        else:
            parts = zip((a.operator, *a.operands), (b.operator, *b.operands), strict=True)
            stack.extend(reversed(list(parts)))
    return False


def _rank(x: Any) -> tuple[Any, ...]:
    """What compares expressions of which at least one is no application."""
    if isinstance(x, Expression):
        return (1, x.name, "") if isinstance(x, Symbol) else (2, "", "")
    z = complex(x) if isinstance(x, complex) or not hasattr(x, "__lt__") else None
    return (0, x, "") if z is None else (0, z.real, f"{z.imag:+}")


@public("expr:=", python="is_same_expression")
def is_same_expression(x: Formula, y: Formula) -> bool:
    """Are these the same expression, as they are written?

    Scheme:  (expr:= x y)
    >>> from scmpy import symbols
    >>> a, b = symbols("a b")
    >>> is_same_expression(a + b, a + b), is_same_expression(a + b, b + a)
    (True, False)
    """
    a, b = expression_of(x), expression_of(y)
    return a is b or (is_number(a) and is_number(b) and type(a) is type(b) and a == b)


@public("substitute-multiple")
def substitute_multiple(expression: Formula, dictionary: Mapping[Any, Any] | Values) -> ScalarValue:
    """Replace several parts of an expression at once.

    Scheme:  (substitute-multiple e '((x . 2) (y . 3)))
    1 ]=> (substitute-multiple (- 'x 'y) '((x . y) (y . x)))
    ;Value: (+ (* -1 x) y)
    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> substitute_multiple(x - y, {x: y, y: x})
    (+ (* -1 x) y)
    """
    return substitute(expression_of(expression), pairs(dictionary))
