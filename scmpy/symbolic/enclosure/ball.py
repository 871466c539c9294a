"""Values of expressions at points, in ball arithmetic: enclosures that are proofs.

Symbols have the values of the point, elementary functions their enclosures. A literal function stands for one whose
derivatives are known (:mod:`~scmpy.symbolic.enclosure.stand_ins`): what holds of every function holds of it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from operator import methodcaller
from typing import Any

from scmpy.generic.graphs import parts_first
from scmpy.generic.records import REALS, Elementary, record_of
from scmpy.generic.settings import Limit
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.enclosure.applied import Applied, applied_function, is_container
from scmpy.symbolic.enclosure.stand_ins import Arithmetic, stand_in
from scmpy.symbolic.expression import PI, Application, Symbol
from scmpy.symbolic.function_facts import period_among

MOST_DERIVATIVES = Limit("most-compared-derivatives", 1_000, "Derivatives of a literal function in what is compared.")


class Unusable(Exception):
    """The expression has no real value at the point, or none that is enclosed."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Ball arithmetic at this precision."""
    from flint import ctx

    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


class Evaluator:
    """Expressions prepared for evaluation at many points."""

    def __init__(self, *expressions: Any, complex_domain: bool = False) -> None:
        self.expressions = expressions
        self.complex_domain = complex_domain
        self.table = _COMPLEX if complex_domain else _REAL
        self.symbols: list[Symbol] = []
        self.functions: dict[str, Applied] = {}  # literal functions, each with an application of it
        self.steps: list[tuple[Application, Callable[..., Any] | None, Applied | None, list[Any]]] = []
        self.order = 0
        self.stand_in = functools.cache(stand_in)  # which lives no longer than what is evaluated
        self._plan()

    def _plan(self) -> None:
        """Every application after the scalars that it is of."""
        steps: dict[Any, Any] = {}

        def parts(x: Any) -> Sequence[Any] | None:
            if not isinstance(x, Application):
                return () if isinstance(x, Symbol) else None
            if x not in steps:
                steps[x] = self._step(x)
            return steps[x][3]  # type: ignore[no-any-return]

        for node in parts_first(self.expressions, parts):
            if isinstance(node, Application):
                self.steps.append(steps[node])
            elif node is not PI:
                self.symbols.append(node)

    def _step(self, node: Application) -> Any:
        function, operands = self._elementary(node)
        if function is not None and not any(map(is_container, node.operands)):
            return node, function, None, operands
        applied = applied_function(node)
        self.functions[applied.name] = applied
        order = sum(applied.orders.values())
        self.order = max(self.order, MOST_DERIVATIVES.check(order, "equivalent", f"derivatives of {applied.head}"))
        period = period_among(applied.facts)
        return node, None, applied, applied.leaves if period is None else [*applied.leaves, period]

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        """What makes the enclosure of an application of a known function from those of these scalars."""
        operands = list(node.operands)
        record = record_of(node.operator, len(operands))
        if record is None:
            return self.table.get(getattr(node.operator, "name", "")), operands
        function = enclosing(record, self.complex_domain)
        if function is None:
            return lambda value: value, [record.definition(*operands)]  # type: ignore[misc]
        return function, operands

    def literals(self) -> list[tuple[Application, Applied]]:
        """The applications of literal functions, taken apart."""
        return [(node, applied) for node, _, applied, _ in self.steps if applied is not None]

    def at(self, point: dict[Symbol, Any], seed: int = 0) -> list[Any]:
        """The enclosures of the expressions where symbols have these values, and literal functions those of the seed.

        A value is an exact number, a float, or a ball.

        Raises Unusable where a part of an expression has no finite value (no real one, unless they are complex).
        """
        values: dict[Any, Any] = {PI: self._pi(), **{symbol: self._number(value) for symbol, value in point.items()}}

        def of(x: Any) -> Any:
            if x not in values:
                values[x] = self._number(x)
            return values[x]

        try:
            for node, function, applied, operands in self.steps:
                arguments = [of(x) for x in operands]
                value = self._literal(applied, arguments, seed) if function is None else function(*arguments)
                if not value.is_finite():
                    raise Unusable
                values[node] = value
            return [of(x) for x in self.expressions]
        except (ZeroDivisionError, ValueError, OverflowError) as error:
            raise Unusable from error

    def _pi(self) -> Any:
        from flint import acb, arb

        return acb(arb.pi()) if self.complex_domain else arb.pi()

    def _number(self, x: Any) -> Any:
        from flint import acb, arb, fmpq

        if isinstance(x, (arb, acb)):
            return acb(x) if self.complex_domain else x
        if not is_finite(x):
            raise Unusable
        real, imaginary = (arb(fmpq(part.numerator, part.denominator)) for part in (Fraction(x.real), Fraction(x.imag)))
        if self.complex_domain:
            return acb(real, imaginary)
        if imaginary != 0:
            raise Unusable
        return real

    def _literal(self, applied: Applied | None, arguments: list[Any], seed: int) -> Any:
        assert applied is not None
        orders = []
        for path, order in applied.orders.items():
            place = applied.place(path)
            if place is None:
                raise Unusable
            orders.append((place, order))
        size = len(applied.leaves)
        function = self.stand_in(seed, applied.name, size, self.order, applied.facts)
        period = arguments[size] if function.period is not None else None
        with_ = Arithmetic(self._number, self._pi(), methodcaller("cos"))
        return function.derivative(orders, arguments[:size], period, with_)


def enclosure(expression: Any, bits: int) -> Any:
    """The ball of a real constant."""
    with precision(bits):
        return Evaluator(expression).at({})[0]


# --- elementary functions --------------------------------------------------------------------------------------


def _require(condition: Any) -> None:
    if not condition:
        raise Unusable


def _whole_power(x: Any, n: int) -> Any:
    """The power by a whole number; around 0, where flint's are not finite, by products."""
    if not x.contains(0):
        return x**n
    if n < 0:
        return 1 / _whole_power(x, -n)
    if n < 2:
        return x if n else x * 0 + 1
    half = _whole_power(x, n // 2)
    return half * half * x if n % 2 else half * half


def _power(x: Any, y: Any) -> Any:
    if y.is_integer():
        return _whole_power(x, int(y.unique_fmpz()))
    _require(x > 0 or (x == 0 and y > 0))
    return x**y


def _complex_power(x: Any, y: Any) -> Any:
    if y.imag == 0 and y.real.is_integer():
        return _whole_power(x, int(y.real.unique_fmpz()))
    return (y * x.log()).exp()


def _difference(x: Any, *others: Any) -> Any:
    return x - sum(others[1:], others[0]) if others else -x


def _quotient(x: Any, *others: Any) -> Any:
    return x / math.prod(others[1:], start=others[0]) if others else 1 / x


_BOTH: dict[str, Callable[..., Any]] = {
    "+": lambda x, *others: sum(others, x),
    "-": _difference,
    "*": lambda x, *others: math.prod(others, start=x),
    "/": _quotient,
}
_REAL = {**_BOTH, "expt": _power}
_COMPLEX = {**_BOTH, "expt": _complex_power}


def enclosing(record: Elementary, complex_domain: bool = False) -> Callable[..., Any] | None:
    """The function on balls, of real numbers inside its domain or of complex ones; None if it has its definition's.

    A function that has no definition either encloses nothing.
    """
    ball = record.complex_ball if complex_domain else record.ball
    if ball is None:
        return _unknown if record.definition is None else None
    if complex_domain or record.domain is REALS:
        return ball

    def within(x: Any) -> Any:
        _require(x in record.domain)
        return ball(x)

    return within


def _unknown(*balls: Any) -> Any:
    raise Unusable
