"""Derivatives of high order by one variable: truncated Taylor arithmetic.

A value is carried with its first n derivatives by one variable. A product has them by Leibniz's rule,

    (u v)^(k) = sum over j of C(k, j) u^(j) v^(k-j),

a quotient by the same rule solved for its last term, and any other operation by the chain rule: the first derivative
of sin u is cos u times u', of which n - 1 derivatives are needed, so that an operation asks for another one of an
order less. What has been found of an operation at an operand is remembered with the operand, so that an operation
costs at most n^3 products, where differentials of differentials cost 2^n.

What is carried are the derivatives themselves, not the coefficients of the series: exact values stay as they would be
written. They are generic scalars, among them expressions and values that other derivatives perturb.

Source: Griewank and Walther, Evaluating Derivatives, chapter 13.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.differential import Perturbed, map_scalars, perturbed_places
from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import BinaryOperation, Operation, UnaryOperation
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.numeric_tower import by_squarings
from scmpy.structure.literal import LiteralFunction, apply_literal

Orders = list[Any]  # a value and its derivatives, of order 0, 1, ...

#: The number of orders that are found at once: the depth to which operations ask for each other.
_BLOCK = 16


class Taylor(Perturbed):
    """A value with its derivatives up to some order by the variable of a tag.

    >>> x = Taylor(10**6, [3, 1, 0])
    >>> (x * x * x).orders
    [27, 27, 18]
    """

    __slots__ = ("known", "orders")

    def __init__(self, tag: int, orders: Orders, known: dict[Operation, Orders] | None = None) -> None:
        self.tag = tag
        self.primal = orders[0]
        self.orders = orders
        self.known = {} if known is None else known

    def __repr__(self) -> str:
        return f"<Taylor {self.tag}: {self.orders}>"

    def _shown_(self) -> Any:
        return self.primal

    def truncated(self, order: int) -> Any:
        """The value with its derivatives up to this order; of order 0 the value alone."""
        return Taylor(self.tag, self.orders[: order + 1], self.known) if order else self.primal

    def _unary_(self, operation: UnaryOperation) -> Any:
        """The derivative of order k from the slope, of which k - 1 are needed: some orders after others.

        Where the slope asks for the operation itself, as that of exp does, it has found them when it comes back.
        """
        count = len(self.orders)
        found = self.known.setdefault(operation, [operation(self.primal)])
        while len(found) < count:
            end = min(len(found) + _BLOCK, count)
            slope = self._orders(operation.derivatives[0](self.truncated(end - 2)))
            found.extend(_leibniz(slope, self.orders[1:], k - 1) for k in range(len(found), end))
        return Taylor(self.tag, found[:count])

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        if operation is g.expt:
            return self._power(x, y)
        rule = _RULES.get(operation)
        if rule is not None:
            return Taylor(self.tag, rule(operation, self._orders(x), self._orders(y)))
        arguments = self._truncated(x), self._truncated(y)
        terms = [
            _product(self._orders(slope(*arguments)), argument.orders[1:])
            for slope, argument in zip(operation.derivatives, (x, y), strict=True)
            if self._is_own(argument)
        ]
        return self._from_slopes(operation(self._primal(x), self._primal(y)), terms)

    def _linear_(self, operation: UnaryOperation) -> Any:
        self._demand_real_(str(operation.name))
        return Taylor(self.tag, list(map(operation, self.orders)))

    def _literal_(self, function: LiteralFunction, args: tuple[Any, ...]) -> Any:
        below = tuple(map_scalars(self._truncated, x) for x in args)
        terms = [
            _product(self._orders(apply_literal(function.partial(path), below)), place.orders[1:])
            for path, place in perturbed_places(args, self.tag)
        ]
        return self._from_slopes(apply_literal(function, tuple(map_scalars(self._primal, x) for x in args)), terms)

    def _power(self, x: Any, y: Any) -> Any:
        """x^y: a product for a whole exponent; else its derivative is itself times that of y log x."""
        if isinstance(y, int):
            return by_squarings(x, y) if y >= 0 else g.invert(by_squarings(x, -y))
        if is_zero_number(self._primal(x)):
            raise DomainError("expt: a power of 0 has no derivatives of every order")
        exponent = self._orders(g.mul(y, g.log(x)))
        found = [g.expt(self._primal(x), self._primal(y))]
        for k in range(1, len(self.orders)):
            found.append(_leibniz(found, exponent[1:], k - 1))
        return Taylor(self.tag, found)

    def _from_slopes(self, primal: Any, terms: list[Orders]) -> Any:
        return Taylor(self.tag, [primal, *(g.add(*parts) for parts in zip(*terms, strict=True))])

    def _orders(self, x: Any) -> Orders:
        """The derivatives of any value by this variable, as many as it needs: those that are not given are 0."""
        own = x.orders if self._is_own(x) else [x]
        return [*own, *[0] * (len(self.orders) - len(own))]

    def _truncated(self, x: Any) -> Any:
        return x.truncated(len(self.orders) - 2) if self._is_own(x) else x

    def _primal(self, x: Any) -> Any:
        return x.primal if self._is_own(x) else x

    def _is_own(self, x: Any) -> bool:
        return isinstance(x, Taylor) and x.tag == self.tag


def order_of(value: Any, tag: int, order: int) -> Any:
    """The derivative of this order of a value by the variable of a tag, component by component."""

    def of_scalar(x: Any) -> Any:
        if isinstance(x, Taylor) and x.tag == tag:
            return x.orders[order]
        return g.zero_like(x)

    return map_scalars(of_scalar, value)


def _leibniz(x: Sequence[Any], y: Sequence[Any], k: int) -> Any:
    """The derivative of order k of a product, y known up to this order; terms of which a factor is 0 are left out."""
    total: Any = 0
    for j in range(min(k + 1, len(x))):
        if not is_zero_number(x[j]) and not is_zero_number(y[k - j]):
            total = g.add(total, g.mul(math.comb(k, j), g.mul(x[j], y[k - j])))
    return total


def _product(x: Sequence[Any], y: Sequence[Any]) -> Orders:
    return [_leibniz(x, y, k) for k in range(len(y))]


def _quotient(x: Orders, y: Orders) -> Orders:
    """q with q y = x."""
    found: Orders = []
    for k, numerator in enumerate(x):
        found.append(g.div(g.sub(numerator, _leibniz(found, y, k)), y[0]))
    return found


#: The derivatives of the results of operations that have a rule of their own.
_RULES: dict[BinaryOperation, Callable[[Operation, Orders, Orders], Orders]] = {
    g.add: lambda operation, x, y: list(itertools.starmap(operation, zip(x, y, strict=True))),
    g.sub: lambda operation, x, y: list(itertools.starmap(operation, zip(x, y, strict=True))),
    g.mul: lambda _, x, y: _product(x, y),
    g.div: lambda _, x, y: _quotient(x, y),
}
