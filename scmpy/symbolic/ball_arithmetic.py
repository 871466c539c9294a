"""Enclosures at points; sample functions for unknown ones; the probe; exact constants."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from itertools import product
from operator import methodcaller
from typing import Any, NamedTuple, TypeVar

from scmpy.errors import LimitError, ScmpyError, UndecidedError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.elementary import REALS, Elementary, record_of
from scmpy.generic.functions import Function, memoized
from scmpy.generic.numbers import ExactComplex, exact
from scmpy.generic.settings import MOST_DERIVATIVES, temporarily
from scmpy.generic.types import Number, parts_first
from scmpy.registry import flint
from scmpy.symbolic.expression import (
    EVEN,
    ODD,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_orders,
    is_derivative_operator,
    period_among,
)
from scmpy.symbolic.ring import is_finite, to_float, to_fraction

# --- applied ---------------------------------------------------------------------------------------------------------
# Applications of unknown functions taken apart: the name, the derivatives in one order, the scalars.

#: Functions that return functions are taken apart no deeper than this.
_MAXIMUM_DEPTH = 100

Chain = tuple[int, ...]


class Applied(NamedTuple):
    """``((((partial 1) f) a) x)``: f, with its shape ``(a)(x)``; where it is differentiated; the scalars a and x."""

    name: str
    orders: dict[Chain, int]
    leaves: list[Any]
    paths: list[Chain]
    head: Any  # the symbol f

    @property
    def facts(self) -> frozenset[str]:
        return self.head.facts if isinstance(self.head, Symbol) else frozenset()

    @property
    def text(self) -> str:
        """The name with the derivatives: the same for the same function."""
        return f"{self.name} {sorted(self.orders.items())}" if self.orders else self.name

    def place(self, path: Chain) -> int | None:
        return self.paths.index(path) if path in self.paths else None


def is_container(x: Any) -> bool:
    return isinstance(x, Application) and x.operator in (Head.UP, Head.DOWN)


def applied_function(node: Application) -> Applied:
    applications: list[tuple[Any, ...]] = []
    operator: Any = node
    orders: dict[Chain, int] = {}
    while isinstance(operator, Application):
        if isinstance(operator.operator, Expression) and is_derivative_operator(operator.operator):
            for path, times in derivative_orders(operator.operator):
                path = (len(applications), *path)
                orders[path] = orders.get(path, 0) + times
            operator = operator.operands[0]
        else:
            applications.append(operator.operands)
            operator = operator.operator
        if len(applications) > _MAXIMUM_DEPTH:
            raise LimitError(f"equivalent: functions that return functions, more than {_MAXIMUM_DEPTH} deep")
    facts = operator.facts if isinstance(operator, Symbol) else ()
    shape: list[str] = [
        getattr(operator, "name", None) or repr(operator),
        f"{{{', '.join(sorted(facts))}}}" if facts else "",
    ]
    leaves: list[Any] = []
    paths: list[Chain] = []
    merged: dict[Chain, int] = {}
    for depth, operands in reversed(list(enumerate(applications, 1))):
        own = {path[1:]: times for path, times in orders.items() if path[0] == depth}
        single = len(operands) == 1
        for mark, path, leaf in opened(operands):
            shape.append(mark)
            if mark == ".":
                leaves.append(leaf)
                paths.append((depth, *(path[1:] if single else path)))
        for path, times in own.items():
            if single and path == (0,) and not is_container(operands[0]):
                path = ()  # ((partial 0) f) of a function of one scalar is (D f)
            merged[depth, *path] = merged.get((depth, *path), 0) + times
        shape.append("|")
    return Applied("".join(shape), merged, leaves, paths, operator)


def opened(operands: tuple[Any, ...]) -> Iterator[tuple[str, Chain, Any]]:
    """The operands with the tuples among them opened: ``(`` of up, ``[`` of down, ``)`` and ``.`` with every leaf."""
    stack: list[tuple[Chain, Any]] = [((i,), x) for i, x in reversed(list(enumerate(operands)))]
    while stack:
        path, x = stack.pop()
        if x is opened:
            yield ")", path, None
        elif is_container(x):
            yield "(" if x.operator is Head.UP else "[", path, None
            stack.append((path, opened))
            stack.extend(((*path, i), y) for i, y in reversed(list(enumerate(x.operands))))
        else:
            yield ".", path, x


# --- stand ins -------------------------------------------------------------------------------------------------------
# The functions that literal functions stand for where a point is tried: their derivatives are known at any place.
#
# An unknown function may be any that has the facts declared of it, and one is enough to show that two expressions
# differ. Without facts it is a sum of ridges, whose derivatives up to a given order do not vanish,
#
#     f(u) = sum scale (offset + slopes . u)^power.
#
# For one of known sign the powers are even and a constant is added; an even or odd one is made of ridges and their
# mirror images; a periodic one is a sum of waves, scale cos(2 pi turns u / P + phase).

#: The least and the most ridges of a function, and how many waves.
_LEAST, _MOST = 4, 12
_WAVES = 3

#: Where a function is differentiated: the place of the argument, and how often by it.
Orders = Sequence[tuple[int, int]]


@memoized(4096)
def rational_between(seed: int, *key: Any) -> Fraction:
    """A binary fraction in (-4, 4) that is a function of the seed and the key alone, never 0."""
    import hashlib

    digest = hashlib.sha256(repr((seed, *key)).encode()).digest()
    magnitude = Fraction(1 + int.from_bytes(digest[:4], "big") % 255, 64)
    return -magnitude if digest[4] % 2 else magnitude


class Arithmetic(NamedTuple):
    """What a stand-in is computed with: the number of a fraction, pi, and the cosine."""

    number: Callable[[Fraction], Any]
    pi: Any
    cosine: Callable[[Any], Any]


class Ridge(NamedTuple):
    """scale (offset + slopes . u)^power."""

    scale: Fraction
    offset: Fraction
    slopes: tuple[Fraction, ...]
    power: int

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        times = sum(order for _, order in orders)
        factor = self.scale * math.perm(self.power, times)
        for place, order in orders:
            factor *= self.slopes[place] ** order
        if not factor:
            return with_.number(factor)
        linear = with_.number(self.offset)
        for slope, argument in zip(self.slopes, arguments, strict=True):
            linear = linear + argument * with_.number(slope)
        return with_.number(factor) * linear ** (self.power - times)

    @property
    def text(self) -> str:
        return f"{self.scale}*({self.offset} + {'|'.join(map(str, self.slopes))}.u)^{self.power}"

    def mirrored(self, parity: int) -> Ridge:
        """The ridge of -u, with another sign for an odd function."""
        return self._replace(scale=parity * self.scale, slopes=tuple(-slope for slope in self.slopes))


class Wave(NamedTuple):
    """scale cos(2 pi turns u / P + offset + quarters pi / 2)."""

    scale: Fraction
    turns: int
    offset: Fraction = Fraction(0)
    quarters: int = 0

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        [u], times = arguments, sum(order for _, order in orders)
        rate = with_.pi * with_.number(Fraction(2 * self.turns)) / period
        phase = with_.number(self.offset) + with_.pi * with_.number(Fraction(self.quarters + times, 2))
        return with_.number(self.scale) * rate**times * with_.cosine(rate * u + phase)

    @property
    def text(self) -> str:
        return f"{self.scale}*cos({2 * self.turns} pi u/P + {self.offset} + {self.quarters} pi/2)"


class SampleFunction(NamedTuple):
    """A function in the place of a literal function."""

    terms: Sequence[Ridge | Wave]
    period: Any

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        return sum(
            (term.derivative(orders, arguments, period, with_) for term in self.terms), with_.number(Fraction(0))
        )

    def function(self) -> Function:
        def value(*args: Any) -> Any:
            return self.derivative((), args, self.period, _SYMBOLIC)

        return Function(value, " + ".join(term.text for term in self.terms))


_SYMBOLIC = Arithmetic(lambda x: x.numerator if x.denominator == 1 else x, PI, g.cos)


def stand_in(seed: int, name: str, size: int, order: int, facts: frozenset[str]) -> SampleFunction:
    """The function of so many scalars that a literal function of this name stands for, with the facts that it has."""
    parity = (EVEN in facts) - (ODD in facts)
    sign = 1 if facts & {"nonzero", "nonnegative", "nonpositive"} else 0
    period = period_among(facts)
    terms: list[Any]
    if period is None:
        terms = [_ridge(seed, name, size, order, k, sign) for k in range(max(_LEAST, min(size + 2, _MOST)))]
        terms += [term.mirrored(parity) for term in terms if parity]
    else:
        terms = [_wave(seed, name, k, parity) for k in range(1, 1 + _WAVES)]
    if seed // 2 % 4 == 1:  # some are small, for what is defined near 0 alone
        terms = [term._replace(scale=term.scale / 256) for term in terms]
    if sign:
        one = Fraction(1)
        above = one + sum(abs(term.scale) for term in terms)
        terms.append(Ridge(one, one, (Fraction(0),) * size, 0) if period is None else Wave(above, 0))
    if "nonpositive" in facts or (seed % 2 and sign and "nonnegative" not in facts):
        terms = [term._replace(scale=-term.scale) for term in terms]
    return SampleFunction(terms, period)


def _ridge(seed: int, name: str, size: int, order: int, k: int, sign: int) -> Ridge:
    scale, power = rational_between(seed, name, k), order + k % _LEAST
    return Ridge(
        abs(scale) if sign else scale,
        rational_between(seed, name, k, "offset"),
        tuple(rational_between(seed, name, k, i) / 4 for i in range(size)),
        power + power % 2 if sign else power,
    )


def _wave(seed: int, name: str, k: int, parity: int) -> Wave:
    offset = Fraction(0) if parity else rational_between(seed, name, k, "offset")
    return Wave(rational_between(seed, name, k), k, offset, -1 if parity < 0 else 0)


# --- ball ------------------------------------------------------------------------------------------------------------
# Values of expressions at points, in ball arithmetic: enclosures that are proofs.
#
# Symbols have the values of the point, elementary functions their enclosures. A literal function stands for one whose
# derivatives are known (:mod:`~scmpy.symbolic.ball_arithmetic`): what holds of every function holds of it.
#
# At an edge of its domain, or at a jump, a function of a ball has no value: but a constant that is proved to be 0, 1,
# or another half of a whole number is that number, and no ball around it. Real constants have their real values among
# complex numbers too.


class PointRejected(Exception):
    """The expression has no real value at the point, or none that is enclosed."""


_NO_VALUE = (PointRejected, ZeroDivisionError, ValueError, OverflowError, LimitError)


_zero_tests: list[Callable[[Any], bool]] = []


def enter_zero_test(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Decorator: this function proves that constants are zero, by enclosures that need no such proof."""
    _zero_tests.append(test)
    return test


_proving = ContextVar("proving", default=False)


def is_proved_zero(x: Any) -> bool:
    """Is a constant that has an enclosure proved to be zero? Inside of such a proof nothing is."""
    if not isinstance(x, Application):
        return bool(x == 0)
    if _proving.get():
        return False
    with temporarily(_proving, True):
        return any(test(x) for test in _zero_tests)


@contextmanager
def precision(bits: int) -> Iterator[None]:
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


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
        self.numbers: dict[int, dict[Any, Any]] = {}  # the balls of those in the expressions, by precision
        self.stand_in = functools.cache(stand_in)  # which lives no longer than what is evaluated
        self._plan()

    def _plan(self) -> None:
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
        operands = list(node.operands)
        if not self.complex_domain and (inner := squared_under_root(node)) is not None:
            return abs, [inner]
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
        known = self.numbers.setdefault(flint.ctx.prec, {})
        values: dict[Any, Any] = {symbol: self._number(value) for symbol, value in point.items()}

        def of(x: Any) -> Any:
            if x in values:
                return values[x]
            if x not in known:
                known[x] = self._pi() if x is PI else self._number(x)
            return known[x]

        try:
            for node, function, applied, operands in self.steps:
                arguments = [of(x) for x in operands]
                if function is None:
                    values[node] = self._checked(self._literal(applied, arguments, seed))
                elif node.constant:
                    values[node] = self._constant(node, function, operands, arguments)
                else:
                    values[node] = self._checked(function(*arguments))
            return [of(x) for x in self.expressions]
        except _NO_VALUE[1:] as error:
            raise PointRejected from error

    def along(self, unknown: Symbol) -> Callable[[Any], Any]:
        """The enclosure of the last expression as a function of one symbol's, at this precision.

        What is constant is computed once.
        """
        values: list[Any] = [None]
        places: dict[Any, int] = {unknown: 0}
        steps: list[tuple[Any, list[int], int]] = []

        def place(x: Any, value: Any = None) -> int:
            if x not in places:
                places[x] = len(values)
                values.append(value if value is not None else self._pi() if x is PI else self._number(x))
            return places[x]

        for node, function, _, operands in self.steps:
            _require(function is not None)
            given = [place(x) for x in operands]
            if node.constant:
                place(node, self._constant(node, function, operands, [values[i] for i in given]))  # type: ignore[arg-type]
            else:
                places[node] = len(values)
                values.append(None)
                steps.append((function, given, places[node]))
        last = place(self.expressions[-1])

        checked = self._checked

        def run(x: Any) -> Any:
            known: list[Any] = values.copy()
            known[0] = x
            for function, given, target in steps:
                known[target] = checked(function(*[known[i] for i in given]))
            return known[last]

        return run

    @staticmethod
    def _checked(ball: Any) -> Any:
        if not ball.is_finite():
            raise PointRejected
        return ball

    def _constant(self, node: Application, function: Callable[..., Any], operands: list[Any], balls: list[Any]) -> Any:
        """The enclosure of a constant: where there is none, that of the whole or half numbers that its operands are."""
        if self.complex_domain:
            with suppress(*_NO_VALUE):
                return self._of_reals(node, operands, balls)
            return self._checked(function(*balls))
        try:
            return self._checked(function(*balls))
        except _NO_VALUE:
            sharp = list(map(_sharpened, operands, balls))
            if all(map(operator.is_, sharp, balls)):
                raise
            return self._checked(function(*sharp))

    def _of_reals(self, node: Application, operands: list[Any], balls: list[Any]) -> Any:
        real = Evaluator()
        function, others = real._elementary(node)
        _require(function is not None and others == operands and all(z.imag == 0 for z in balls))
        return self._number(real._constant(node, function, operands, [z.real for z in balls]))  # type: ignore[arg-type]

    def _pi(self) -> Any:
        return flint.acb(flint.arb.pi()) if self.complex_domain else flint.arb.pi()

    def _number(self, x: Any) -> Any:
        if isinstance(x, (Fraction, int)):
            real = flint.arb(flint.fmpq(x.numerator, x.denominator))
            return flint.acb(real) if self.complex_domain else real
        if isinstance(x, (flint.arb, flint.acb)):
            return flint.acb(x) if self.complex_domain else x
        if not is_finite(x):
            raise PointRejected
        real, imaginary = (
            flint.arb(flint.fmpq(part.numerator, part.denominator)) for part in (Fraction(x.real), Fraction(x.imag))
        )
        if self.complex_domain:
            return flint.acb(real, imaginary)
        if imaginary != 0:
            raise PointRejected
        return real

    def _literal(self, applied: Applied | None, arguments: list[Any], seed: int) -> Any:
        assert applied is not None
        orders = []
        for path, order in applied.orders.items():
            place = applied.place(path)
            if place is None:
                raise PointRejected
            orders.append((place, order))
        size = len(applied.leaves)
        function = self.stand_in(seed, applied.name, size, self.order, applied.facts)
        period = arguments[size] if function.period is not None else None
        with_ = Arithmetic(self._number, self._pi(), methodcaller("cos"))
        return function.derivative(orders, arguments[:size], period, with_)


def _sharpened(x: Any, ball: Any) -> Any:
    """A ball around half of a whole number as that number, if it is proved that the constant is that."""
    twice = None if ball.is_exact() else (2 * ball).unique_fmpz()
    if twice is None or not is_proved_zero(application(Head.MINUS, x, exact(Fraction(int(twice), 2)))):
        return ball
    return flint.arb(twice) / 2


def enclosure(expression: Any, bits: int) -> Any:
    with precision(bits):
        return Evaluator(expression).at({})[0]


# --- elementary functions --------------------------------------------------------------------------------------


def _require(condition: Any) -> None:
    if not condition:
        raise PointRejected


def squared_under_root(node: Expression) -> Any:
    """The u of sqrt(u^2), which is |u| for a real one; None of another expression."""
    inner = node.operands[0] if node.operator is Head.SQRT else None
    if isinstance(inner, Application) and inner.operator is Head.EXPT and inner.operands[1] == 2:
        return inner.operands[0]
    return None


def whole_power(x: Any, n: int) -> Any:
    """The power by a whole number; around 0, where flint's are not finite, by products."""
    if not x.contains(0):
        return x**n
    if n < 0:
        return 1 / whole_power(x, -n)
    if n < 2:
        return x if n else x * 0 + 1
    half = whole_power(x, n // 2)
    return half * half * x if n % 2 else half * half


def _power(x: Any, y: Any) -> Any:
    if y.is_integer():
        return whole_power(x, int(y.unique_fmpz()))
    _require(x > 0 or (x == 0 and y > 0))
    return x**y


def _complex_power(x: Any, y: Any) -> Any:
    if y.imag == 0 and y.real.is_integer():
        return whole_power(x, int(y.real.unique_fmpz()))
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
    raise PointRejected


# --- probe -----------------------------------------------------------------------------------------------------------


def is_surely_not_zero(expression: Expression) -> bool:
    """Is the expression provably different from zero at a point? False says nothing.

    Undecided are also symbols of which facts are known, and unknown functions: that is for the canonical form.
    """
    with suppress(PointRejected, ScmpyError):
        evaluator = Evaluator(expression)
        if not evaluator.functions and not any(x.facts for x in evaluator.symbols):
            point = {x: Fraction(2 * i + 3, i + 2) for i, x in enumerate(evaluator.symbols)}
            return not evaluator.at(point)[0].contains(0)
    return False


# --- exact constants -------------------------------------------------------------------------------------------------
# Exact constants, such as sqrt 2 or exp(log 5): their signs, the whole numbers near them, and their floats.
#
# None of these is decided by a float. A constant is enclosed at growing precision until its ball tells, and once,
# before it becomes expensive, asked whether it is zero: the decision procedure, which enters its test here, proves that
# by exact arithmetic. What neither tells stays undecided, and is None.

#: The bits of the enclosures; after some of them it is asked whether the constant is zero.
_PRECISIONS = (64, 256, 1024, 4096, 16384)
_ASKED_AFTER = 256

#: The sizes of enclosures that tell a float: to that of the number, and around 0.
_NARROW, _TINY = 1e-12, 1e-30

#: Binary exponents beyond this are no numbers that are written out.
_LARGE = 100_000


class _Unknown(Exception):
    """What is not decided, and so is not remembered: asked inside of a proof, the exact test knows nothing."""


F = TypeVar("F", bound=Callable[..., Any])


def _decided(function: F) -> F:
    @memoized(4096)
    def found(*args: Any) -> Any:
        value = function(*args)
        if value is None:
            raise _Unknown
        return value

    @functools.wraps(function)
    def of(*args: Any) -> Any:
        try:
            return found(*args)
        except _Unknown:
            return None

    return of  # type: ignore[return-value]


def _real_ball(x: Expression, bits: int, is_real: Callable[[], bool] = lambda: False) -> Any:
    """The ball of a constant of real parts, or of one known to be real, as a magnitude of complex parts shows."""
    with suppress(PointRejected):
        return enclosure(x, bits)
    value = _complex_ball(x, bits)
    return value.real if value is not None and (value.imag == 0 or is_real()) else None


def _balls(x: Expression) -> Iterator[tuple[int, Any]]:
    is_real = functools.cache(functools.partial(_is_its_conjugate, x))
    return ((bits, ball) for bits in _PRECISIONS if (ball := _real_ball(x, bits, is_real)) is not None)


def _is_its_conjugate(x: Expression) -> bool:
    """Is a constant that has a ball proved to be real?"""
    if _proving.get() or is_real_constant(x) is not None:
        return False
    with temporarily(_proving, True):
        difference = g.sub(x, g.conjugate(x))
    return is_proved_zero(difference)


@_decided
def sign_of_constant(x: Any) -> int | None:
    """-1, 0 or 1 of an exact real constant; None where it is not decided, or the constant is not real."""
    if not isinstance(x, Expression):
        return (x > 0) - (x < 0)
    for bits, ball in _balls(x):
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        if ball == 0 or (bits == _ASKED_AFTER and is_proved_zero(x)):
            return 0
    return None


@_decided
def is_real_constant(x: Expression) -> bool | None:
    for bits in _PRECISIONS[:2]:
        if _real_ball(x, bits) is not None:
            return True
        value = _complex_ball(x, bits)
        if value is not None and not value.imag.contains(0):
            return False
    return None


def has_real_parts(x: Expression) -> bool:
    """Has a constant a ball of which all parts are real?"""
    with suppress(PointRejected):
        return enclosure(x, _PRECISIONS[0]) is not None
    return False


def _complex_ball(x: Expression, bits: int) -> Any:
    with suppress(PointRejected), precision(bits):
        return Evaluator(x, complex_domain=True).at({})[0]
    return None


def undecided(x: Any, what: str) -> ScmpyError:
    """The error for a constant that is not real, or of which neither enclosures nor exact arithmetic tell something."""
    if is_real_constant(x) is False:
        return WrongTypeError(f"{describe(x)} is not real: it has no {what}")
    return UndecidedError(f"the {what} of {describe(x)} is not decided: not by its digits, nor by exact arithmetic")


def order_of_constants(x: Any, y: Any) -> int:
    """-1, 0 or 1: is a real constant or number less than another, equal, or greater?

    Raises:  UndecidedError where that is not decided; WrongTypeError for what is not real
    """
    if not isinstance(x, Expression):
        return -order_of_constants(y, x) if isinstance(y, Expression) else (x > y) - (x < y)
    if not isinstance(y, Expression):
        near = float_of_constant(x)
        if isinstance(y, float) and math.isinf(y):
            return -1 if y > 0 else 1
        if isinstance(near, float) and (y < math.nextafter(near, -math.inf) or y > math.nextafter(near, math.inf)):
            return 1 if y < near else -1
        y = Fraction(y)
    sign = sign_of_constant(g.sub(x, y))
    if sign is None:
        raise undecided(x if is_real_constant(x) is False else g.sub(x, y), "sign")
    return sign


for _types in product((Expression, Number), repeat=2):
    g.order.add(_types, order_of_constants)


def are_equal(x: Any, y: Any) -> bool:
    """Are two constants or numbers equal?

    Raises:  UndecidedError where that is not decided
    """
    constants = [z for z in (x, y) if isinstance(z, Expression)]
    if not constants or x != x or y != y:
        return bool(x == y)
    if any(map(_is_complex, (x, y))):
        return bool(complex(x) == complex(y))
    return order_of_constants(x, y) == 0


def _is_complex(x: Any) -> bool:
    return is_real_constant(x) is False if isinstance(x, Expression) else isinstance(x, (complex, ExactComplex))


@_decided
def rounded_constant(whole: Callable[[Any], Any], x: Expression) -> int | None:
    """The whole number that a rounding gives of a constant whose balls lie between two jumps, or that is at one."""
    for bits, ball in _balls(x):
        ends = interval_of(ball)
        if ends is None:
            return None
        low, high = map(whole, ends)
        if low == high:
            return int(low)
        if bits == _ASKED_AFTER:
            at = exact_value(x)
            if at is not None:
                return int(whole(at))
    return None


def exact_value(x: Expression) -> Any:
    """The whole or half number that a constant is proved to be; None if it is not."""
    for bits, ball in _balls(x):
        ends = interval_of(ball) if bits >= _ASKED_AFTER else (0, 1)
        if ends is None or math.floor(2 * ends[1]) < 2 * ends[0]:
            return None
        if math.floor(2 * ends[1]) - 1 < 2 * ends[0]:
            value = exact(Fraction(math.floor(2 * ends[1]), 2))
            return value if is_proved_zero(application(Head.MINUS, x, value)) else None
    return None


@_decided
def float_of_constant(x: Expression) -> float | complex | None:
    """The float nearest to a constant, or the complex number of such floats; None if it is not enclosed.

    No number, nan, stands for one whose digits would take too many bits, such as the cosine of exp(10^6).
    """
    found = None
    for bits, ball in _balls(x):
        low, high = _ends(ball)
        if low == high and not (ball.contains(0) and ball != 0):
            return low
        if bits == _ASKED_AFTER and is_proved_zero(x):
            return 0.0
        found = _middle(ball)
    value = _complex_ball(x, 2 * _ASKED_AFTER) if found is None else None
    if value is not None and not value.imag.contains(0):
        return complex(_middle(value.real), _middle(value.imag))
    return found


def _ends(ball: Any) -> tuple[float, float]:
    exponent = _exponent(ball.mid())
    if abs(exponent) > _LARGE and not ball.contains(0):
        end = math.copysign(math.inf if exponent > 0 else 0.0, float(ball.sgn()))
        return end, end
    found = interval_of(ball)
    return (-math.inf, math.inf) if found is None else (to_float(found[0]), to_float(found[1]))


def _middle(ball: Any) -> float:
    """The float that a ball is about, 0 of one around it; no number of a wide one, which tells no digits."""
    low, high = _ends(ball)
    if ball.contains(0):
        return 0.0 if high - low < _TINY else math.nan
    return high if low == high or high - low < _NARROW * abs(high) else math.nan


def interval_of(ball: Any) -> tuple[Fraction, Fraction] | None:
    """Ends around a ball, whatever the precision of the moment; None of one that is too large to be written out."""
    parts = ball.mid(), ball.rad()
    if max(map(_exponent, parts)) > _LARGE:
        return None
    middle, radius = (Fraction(0) if _exponent(part) < -_LARGE else to_fraction(part.fmpq()) for part in parts)
    radius += sum(Fraction(1, 1 << _LARGE) for part in parts if _exponent(part) < -_LARGE)
    return middle - radius, middle + radius


def _exponent(number: Any) -> int:
    mantissa, exponent = map(int, number.man_exp())
    return exponent + mantissa.bit_length()
