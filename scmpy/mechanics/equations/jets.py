"""Jets: an unknown function of one variable and its derivatives as symbols that are independent of each other.

At one moment the values of x, D x, D^2 x, ... of a smooth function may be any numbers. What is said of a function by
an equation at every moment its derivatives say too: the total derivative of a residual R(t, x, D x, ...) is

    d/dt R = dR/dt + dR/dx D x + dR/d(D x) D^2 x + ...
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import derivative
from scmpy.calculus.tape import Replay
from scmpy.generic import operations as g
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.derivatives import derivative_expression, differentiated
from scmpy.symbolic.expression import NUMERICAL, Application, Expression, Symbol, application, symbol
from scmpy.symbolic.fold import subexpressions


class Jets:
    """The symbols of the values and derivatives of functions of one variable."""

    def __init__(self, time: Symbol) -> None:
        self.time = time
        self.place: dict[Expression, tuple[Expression, int]] = {}  # symbol -> the function and the order
        self.known: dict[tuple[Expression, int], Symbol] = {}
        self.applied: dict[Expression, Expression] = {}  # symbol -> the expression that it stands for
        self.rates: dict[Any, Any] = {}

    def symbol(self, function: Expression, order: int) -> Symbol:
        """The symbol of a derivative, which has the facts that are known of it."""
        found = self.known.get((function, order))
        if found is None:
            name = function
            for _ in range(order):
                name = derivative_expression(name, ())
            node = application(name, self.time)
            found = symbol(scheme_text(node), *facts_of(node))
            self.known[function, order] = found
            self.place[found] = function, order
            self.applied[found] = node
        return found

    def next(self, jet: Symbol) -> Symbol:
        """The symbol of the derivative."""
        function, order = self.place[jet]
        return self.symbol(function, order + 1)

    def of(self, expression: Any) -> Any:
        """The expression with symbols for the functions of the variable and their derivatives."""
        values: dict[Expression, Any] = {}
        for node in subexpressions(expression):
            if isinstance(node, Application) and node.operands == (self.time,):
                function, order = differentiated(node.operator)
                if isinstance(function, Symbol) and is_unknown_head(function):
                    values[node] = self.symbol(function, order)
        return Replay(values).of(expression)

    def shown(self, expression: Any) -> Any:
        """The expression with the functions in the place of their symbols."""
        return Replay(dict(self.applied)).of(expression)

    def occurring(self, *expressions: Any) -> list[Symbol]:
        """The symbols of derivatives in expressions."""
        return [node for node in subexpressions(*expressions) if node in self.place]  # type: ignore[misc]

    def functions(self, *expressions: Any) -> dict[Expression, int]:
        """The functions in expressions, and the orders of their highest derivatives."""
        found: dict[Expression, int] = {}
        for jet in self.occurring(*expressions):
            function, order = self.place[jet]
            found[function] = max(order, found.get(function, 0))
        return found

    def rate(self, expression: Any) -> Any:
        """The total derivative of an expression."""
        if not isinstance(expression, Expression):
            return 0
        if expression not in self.rates:
            moving: dict[Expression, Any] = {jet: self.next(jet) for jet in self.occurring(expression)}
            moving[self.time] = 1

            def along(tau: Any) -> Any:
                return Replay({x: g.add(x, g.mul(tau, v)) for x, v in moving.items()}).of(expression)

            self.rates[expression] = derivative(along)(0)
        return self.rates[expression]


def slope(expression: Any, unknown: Expression) -> Any:
    """The partial derivative of an expression by a symbol."""
    return derivative(lambda e: Replay({unknown: g.add(unknown, e)}).of(expression))(0)


def is_unknown_head(head: Symbol) -> bool:
    """Is this the name of a literal function, and none of an operation?"""
    return head not in OPERATION_OF and head not in NUMERICAL
