"""Values of expressions at points, in ball arithmetic: enclosures that are proofs.

Symbols have the values of the point, elementary functions their enclosures. A literal function stands for one whose
derivatives are known (:mod:`~scmpy.symbolic.decision.stand_ins`): what holds of every function holds of it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from scmpy.symbolic.decision.applied import Applied, applied_function, is_container
from scmpy.symbolic.decision.stand_ins import Arithmetic, stand_in
from scmpy.symbolic.expression import PI, Application, Expression, Symbol
from scmpy.symbolic.function_facts import period_among
from scmpy.symbolic.rational import is_finite


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
        seen: set[Any] = set()
        stack: list[tuple[Any, Any]] = [(x, None) for x in reversed(self.expressions)]
        while stack:
            node, step = stack.pop()
            if step is not None:
                self.steps.append(step)
            elif isinstance(node, Expression) and node not in seen:
                seen.add(node)
                if isinstance(node, Symbol):
                    if node is not PI:
                        self.symbols.append(node)
                else:
                    step = self._step(node)  # type: ignore[arg-type]
                    stack.append((node, step))
                    stack.extend((x, None) for x in reversed(step[3]))

    def _step(self, node: Application) -> Any:
        function = self.table.get(getattr(node.operator, "name", ""))
        if function is not None and not any(map(is_container, node.operands)):
            return node, function, None, list(node.operands)
        applied = applied_function(node)
        self.functions[applied.name] = applied
        self.order = max(self.order, sum(applied.orders.values()))
        period = period_among(applied.facts)
        return node, None, applied, applied.leaves if period is None else [*applied.leaves, period]

    def literals(self) -> list[tuple[Application, Applied]]:
        """The applications of literal functions, taken apart."""
        return [(node, applied) for node, _, applied, _ in self.steps if applied is not None]

    def at(self, point: dict[Symbol, Fraction], seed: int = 0) -> list[Any]:
        """The enclosures of the expressions where symbols have these values, and literal functions those of the seed.

        Raises Unusable where a part of an expression has no finite value (no real one, unless they are complex).
        """
        values: dict[Any, Any] = {PI: self._pi(), **{symbol: self._number(value) for symbol, value in point.items()}}

        def of(x: Any) -> Any:
            if isinstance(x, Expression):
                return values[x]
            token = type(x), x
            if token not in values:
                values[token] = self._number(x)
            return values[token]

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
        with_ = Arithmetic(self._number, self._pi(), self.table["cos"])
        return function.derivative(orders, arguments[:size], period, with_)


def enclosure(expression: Any, bits: int) -> Any:
    """The ball of a real constant."""
    with precision(bits):
        return Evaluator(expression).at({})[0]


# --- elementary functions --------------------------------------------------------------------------------------


def _require(condition: Any) -> None:
    if not condition:
        raise Unusable


def _sqrt(x: Any) -> Any:
    _require(x >= 0)
    return x.sqrt()


def _log(x: Any) -> Any:
    _require(x > 0)
    return x.log()


def _power(x: Any, y: Any) -> Any:
    if y.is_integer():
        return x ** int(y.unique_fmpz())
    _require(x > 0 or (x == 0 and y > 0))
    return x**y if x > 0 else x


def _complex_power(x: Any, y: Any) -> Any:
    if y.imag == 0 and y.real.is_integer():
        return x ** int(y.real.unique_fmpz())
    return (y * x.log()).exp()


def _within_one(name: str) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        _require(x >= -1 and x <= 1)
        return getattr(x, name)()

    return function


def _angle(y: Any, x: Any = None) -> Any:
    from flint import arb

    if x is None:
        return y.atan()
    _require(x != 0 or y != 0)
    return arb.atan2(y, x)


def _complex_angle(y: Any, x: Any = None) -> Any:
    from flint import acb

    if x is None:
        return y.atan()
    _require(y.imag == 0 and x.imag == 0)
    return acb(_angle(y.real, x.real))


def _magnitude(z: Any) -> Any:
    from flint import acb

    return acb(abs(z))


def _difference(x: Any, *others: Any) -> Any:
    return x - sum(others[1:], others[0]) if others else -x


def _quotient(x: Any, *others: Any) -> Any:
    return x / math.prod(others[1:], start=others[0]) if others else 1 / x


def _rounded(whole: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A whole number near a real one, where the enclosure does not reach over a jump."""

    def function(x: Any) -> Any:
        found = whole(x)
        _require(found.is_exact())
        return found

    return function


def _truncated(x: Any) -> Any:
    return x.ceil() if x < 0 else x.floor()


def _nearest(x: Any) -> Any:
    """The even one of two that are as near."""
    above = x + 0.5
    found = above.floor()
    if found.is_exact() and above.overlaps(found):
        _require(above.is_exact())
        return found if int(found.unique_fmpz()) % 2 == 0 else found - 1
    return found


def _of_real(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def of_complex(z: Any) -> Any:
        from flint import acb

        _require(z.imag == 0)
        return acb(function(z.real))

    return of_complex


_ROUNDINGS: dict[str, Callable[..., Any]] = {
    "floor": _rounded(lambda x: x.floor()),
    "ceiling": _rounded(lambda x: x.ceil()),
    "truncate": _rounded(_truncated),
    "round": _rounded(_nearest),
}


_BOTH: dict[str, Callable[..., Any]] = {
    "+": lambda x, *others: sum(others, x),
    "-": _difference,
    "*": lambda x, *others: math.prod(others, start=x),
    "/": _quotient,
    "exp": lambda x: x.exp(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tan": lambda x: x.sin() / x.cos(),
    "cot": lambda x: x.cos() / x.sin(),
    "sec": lambda x: 1 / x.cos(),
    "csc": lambda x: 1 / x.sin(),
    "sinh": lambda x: x.sinh(),
    "cosh": lambda x: x.cosh(),
    "tanh": lambda x: x.tanh(),
    "sech": lambda x: 1 / x.cosh(),
    "csch": lambda x: 1 / x.sinh(),
}

_REAL: dict[str, Callable[..., Any]] = {
    **_BOTH,
    "expt": _power,
    "sqrt": _sqrt,
    "log": _log,
    "asin": _within_one("asin"),
    "acos": _within_one("acos"),
    "atan": _angle,
    "abs": abs,
    "conjugate": lambda x: x,
    **_ROUNDINGS,
}

_COMPLEX: dict[str, Callable[..., Any]] = {
    **_BOTH,
    "expt": _complex_power,
    "sqrt": lambda x: x.sqrt(),
    "log": lambda x: x.log(),
    "asin": lambda x: x.asin(),
    "acos": lambda x: x.acos(),
    "atan": _complex_angle,
    "abs": _magnitude,
    "conjugate": lambda x: x.conjugate(),
    **{name: _of_real(function) for name, function in _ROUNDINGS.items()},
}
