"""Motions to any number of digits: Taylor's method on balls of python-flint, of which the midpoints are taken.

The derivative is traced once. Its constants, such as 1/3 or the square root of 2, are computed to all digits.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.elementary import RECORDS
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import Limit
from scmpy.generic.tree import tree_leaves, tree_unflatten
from scmpy.generic.types import is_number
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.compile.ir import StraightLineProgram, straight_line_program
from scmpy.numerics.compile.tracing import Untraceable, traced
from scmpy.numerics.nondimensional import check_rates, time_measure
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.ivp import DerivativeCode, InitialValueProblem, rates_of, state_of
from scmpy.numerics.ode.step_control import Scale, Step
from scmpy.numerics.ode.taylor import Polynomials, Series, SeriesSolution, series
from scmpy.structure.magnitudes import attach_units, has_units, units_of
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.ball_arithmetic import enclosure, precision
from scmpy.symbolic.expression import Application, Expression, Symbol, application, fold, symbol

MOST_DIGITS = Limit("most-trajectory-digits", 10_000, "Digits of a trajectory.")
GUARD_DIGITS = 5  # more are computed with
_LOG_10 = math.log(10)


def exact_schedule(derivative: Callable[[Any], Any], state: Structure) -> tuple[StraightLineProgram, list[Any]]:
    """The schedule of a derivative, of a state and constants; and the constants, those that are no floats exactly."""
    motion = InitialValueProblem(derivative, "trajectory")
    motion.code = DerivativeCode(state)
    motion.slow(tree_leaves(state))  # which says what is wrong with it, by numbers
    try:
        trace, value = traced(derivative, Up((state,)))
    except Untraceable as reason:
        raise WrongTypeError(f"a motion to many digits has a derivative that is compiled: {reason}") from None
    if trace.decisions:
        raise WrongTypeError(
            f"a motion to many digits has a derivative that does not decide: {name_of(derivative)} does"
        )
    rates = rates_of(value, state, "trajectory")
    constants: dict[Any, Symbol] = {}

    def named(x: Any) -> Any:
        return constants.setdefault(x, symbol(f"$constant{len(constants)}"))

    def leaf(x: Any) -> Any:
        if isinstance(x, Expression):
            return named(x) if x.constant else x
        return x if isinstance(x, float) or float(x) == x else named(x)

    def node(x: Application, operands: list[Any]) -> Any:
        return named(x) if x.constant else application(x.operator, *operands)

    outputs = [fold(x, leaf, node) for x in tree_leaves(rates)]
    return straight_line_program([*trace.unknowns, *constants.values()], outputs), list(constants)


def ball(x: Any, bits: int) -> Any:
    from flint import arb, fmpq

    if isinstance(x, Expression):
        return enclosure(x, bits)
    exact = Fraction(x)
    return arb(fmpq(exact.numerator, exact.denominator))


def real_ball(x: Any, bits: int, what: str) -> Any:
    """The midpoint of the ball of what a user gives for a real number; it may be exact, a float, or a decimal."""
    known = isinstance(x, Decimal) or (is_number(x) and not isinstance(x, complex)) or getattr(x, "constant", False)
    found = ball(x, bits) if known and math.isfinite(float(g.inexact(x) if not isinstance(x, Decimal) else x)) else None
    if found is None:
        raise WrongTypeError(f"a motion to many digits is of real numbers, {what} is {describe(x)}")
    return found.mid()


def ball_functions() -> dict[str, Callable[..., Any]]:
    known = {record.name: record.ball for record in RECORDS.values() if record.ball is not None}
    return known | {"power": lambda x, y: x**y}


def _log_of(x: Any) -> float:
    size = abs(x).mid()
    return float(size.log()) if size > 0 else -math.inf


class PreciseMotion(Function):
    """The states of a motion as a function of the time, to many digits; see :func:`~scmpy.trajectory`."""

    __slots__ = ("_bits", "_steps", "digits", "names", "place")

    def __init__(self, place: Structure, steps: Sequence[Step], digits: int, bits: int, names: tuple[str, ...]) -> None:
        super().__init__(self._at, "trajectory")
        self.place = place
        self.digits = digits
        self.names = names
        self._steps = list(steps)
        self._bits = bits

    def __reduce_ex__(self, protocol: Any) -> Any:
        rows = [[_parts(step.start), _parts(step.end), *_inside(step)] for step in self._steps]
        return _restored, (self.place, rows, self.digits, self._bits, self.names)

    @property
    def times(self) -> list[Any]:
        """The times at which the integration stepped."""
        moments = [self._decimal(t) for t in (self._steps[0].start, *(step.end for step in self._steps))]
        return [attach_units(units_of(self.place[0]), t) for t in moments] if has_units(self.place[0]) else moments

    @property
    def end(self) -> Any:
        """The last state."""
        return self(self.times[-1])

    @property
    def events(self) -> tuple[()]:
        """No events are looked for."""
        return ()

    def __repr__(self) -> str:
        return (
            f"<trajectory of {' '.join(self.names)} from {self.times[0]} to {self.times[-1]}, to {self.digits} digits>"
        )

    def _repr_latex_(self) -> None:
        """A notebook shows the text."""

    def _decimal(self, x: Any) -> Decimal:
        return Decimal(x.str(self.digits, radius=False))

    def _at(self, t: Any) -> Any:
        with precision(self._bits):
            when = real_ball(time_measure(t, self.place, "trajectory", "the time"), self._bits, "the time")
            first, last = self._steps[0].start, self._steps[-1].end
            if not min(first, last) <= when <= max(first, last):
                raise DomainError(f"the trajectory is known from {first} to {last}, not at {t}")
            found = bisect_left([abs(step.end - first) for step in self._steps], abs(when - first))
            y = self._steps[found].at(when)
            return tree_unflatten(map(self._decimal, (when, *y[1:])), self.place)


def _parts(x: Any) -> tuple[int, int]:
    mantissa, exponent = x.mid().man_exp()
    return int(mantissa), int(exponent)


def _whole(parts: tuple[int, int]) -> Any:
    from flint import arb

    return arb(parts[0]) * arb(2) ** parts[1]


def _inside(step: Step) -> list[list[tuple[int, int]]]:
    rows = step.inside.coefficients if step.inside else [[x] for x in step.before]
    return [list(map(_parts, row)) for row in rows]


def _restored(place: Structure, rows: list[Any], digits: int, bits: int, names: tuple[str, ...]) -> PreciseMotion:
    steps = []
    with precision(bits):
        for first, last, *inside in rows:
            start, end = _whole(first), _whole(last)
            at = Polynomials(start, [list(map(_whole, row)) for row in inside])
            steps.append(Step(start, at(start), end, at(end), at))
    return PreciseMotion(place, steps, digits, bits, names)


def precise_motion(
    derivative: Callable[[Any], Any], state: Any, t_final: Any, digits: Any, names: Any = None
) -> PreciseMotion:
    if type(digits) is not int or digits < 1:
        raise WrongTypeError(f"trajectory expects a positive whole number of digits, got {describe(digits)}")
    MOST_DIGITS.check(digits, "trajectory")
    given = tree_leaves(as_tuples(state)) if isinstance(as_tuples(state), Structure) else []
    place = state_of(as_tuples(state), "trajectory")
    if has_units(place):
        check_rates(place, as_tuples(derivative(place)), "trajectory")
    called = names_of(place, names)
    bits = math.ceil((digits + 2 * GUARD_DIGITS) * math.log2(10)) + 32
    with precision(bits):
        numbers = [real_ball(x, bits, "a component of the state") for x in given]
        graph, constants = exact_schedule(derivative, place)
        found = series(graph, ball_functions(), lambda x: ball(x, bits), exact=True)
        known = [ball(x, bits) for x in constants]
        expand: Series = lambda y, order, unit: found([*(x.mid() for x in y), *known], order, unit)  # noqa: E731
        end = real_ball(time_measure(t_final, place, "trajectory", "the final time"), bits, "the final time")
        allowed, scale = -(digits + GUARD_DIGITS) * _LOG_10, _scale(derivative, place, float(end))
        solution = SeriesSolution(expand, numbers[0], numbers, allowed, _log_of, scale)
        steps = list(solution.to(end)) or [Step(end, numbers, end, numbers, None)]
    return PreciseMotion(place, steps, digits, bits, called)


def _scale(derivative: Callable[[Any], Any], place: Structure, end: float) -> Scale:
    if not has_units(place):
        return None
    motion = InitialValueProblem(derivative, "trajectory")
    motion.prepare(place)
    return motion.scale(tree_leaves(place), end)
