"""Values of expressions at points, in ball arithmetic: enclosures that are proofs.

Symbols have the values of the point, elementary functions their enclosures. A literal function stands for one whose
derivatives are known (:mod:`~scmpy.symbolic.enclosure.stand_ins`): what holds of every function holds of it.

At an edge of its domain, or at a jump, a function of a ball has no value: but a constant that is proved to be 0, 1, or
another half of a whole number is that number, and no ball around it. Real constants have their real values among
complex numbers too.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from operator import methodcaller
from typing import Any

from scmpy.generic.graphs import parts_first
from scmpy.generic.numeric_tower import exact
from scmpy.generic.records import REALS, Elementary, record_of
from scmpy.generic.settings import Limit
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.enclosure.applied import Applied, applied_function, is_container
from scmpy.symbolic.enclosure.stand_ins import Arithmetic, stand_in
from scmpy.symbolic.expression import MINUS, PI, Application, Symbol, application
from scmpy.symbolic.function_facts import period_among

MOST_DERIVATIVES = Limit("most-compared-derivatives", 1_000, "Derivatives of a literal function in what is compared.")


class Unusable(Exception):
    """The expression has no real value at the point, or none that is enclosed."""


_NO_VALUE = (Unusable, ZeroDivisionError, ValueError, OverflowError)


_zero_tests: list[Callable[[Any], bool]] = []


def enter_zero_test(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Decorator: this function proves that real constants are zero, by enclosures that need no such proof."""
    _zero_tests.append(test)
    return test


_proving = ContextVar("proving", default=False)


def is_proved_zero(x: Any) -> bool:
    """Is a real constant that has an enclosure proved to be zero? Inside of such a proof nothing is."""
    if not isinstance(x, Application):
        return bool(x == 0)
    if _proving.get():
        return False
    token = _proving.set(True)
    try:
        return any(test(x) for test in _zero_tests)
    finally:
        _proving.reset(token)


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
                if function is None:
                    values[node] = _finite(self._literal(applied, arguments, seed))
                elif node.constant:
                    values[node] = self._constant(node, function, operands, arguments)
                else:
                    values[node] = _finite(function(*arguments))
            return [of(x) for x in self.expressions]
        except _NO_VALUE[1:] as error:
            raise Unusable from error

    def _constant(self, node: Application, function: Callable[..., Any], operands: list[Any], balls: list[Any]) -> Any:
        """The enclosure of a constant: where there is none, that of the whole or half numbers that its operands are."""
        if self.complex_domain:
            with suppress(*_NO_VALUE):
                return self._of_reals(node, operands, balls)
            return _finite(function(*balls))
        try:
            return _finite(function(*balls))
        except _NO_VALUE:
            sharp = list(map(_sharpened, operands, balls))
            if all(map(operator.is_, sharp, balls)):
                raise
            return _finite(function(*sharp))

    def _of_reals(self, node: Application, operands: list[Any], balls: list[Any]) -> Any:
        """The enclosure of a real function of real constants, as a complex ball."""
        real = Evaluator()
        function, others = real._elementary(node)
        _require(function is not None and others == operands and all(z.imag == 0 for z in balls))
        return self._number(real._constant(node, function, operands, [z.real for z in balls]))  # type: ignore[arg-type]

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


def _finite(ball: Any) -> Any:
    if not ball.is_finite():
        raise Unusable
    return ball


def _sharpened(x: Any, ball: Any) -> Any:
    """A ball around half of a whole number as that number, if it is proved that the constant is that."""
    from flint import arb

    twice = None if ball.is_exact() else (2 * ball).unique_fmpz()
    if twice is None or not is_proved_zero(application(MINUS, x, exact(Fraction(int(twice), 2)))):
        return ball
    return arb(twice) / 2


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
