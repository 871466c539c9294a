"""Certified quadrature: enclosures of integrals, by python-flint, of functions that can be traced.

The function is called once on an unknown; the graph of its operations is evaluated on complex balls, around the path of
integration, and the integral is enclosed by Gauss's rules whose error is bounded by the size of the function on
ellipses where it is analytic. Parts of the path beside which it is not are halved until they do not matter. So towards
places where the function is infinite, ends or not, and towards infinite ends it is expanded.

Source:  F. Johansson, Numerical integration in arbitrary-precision ball arithmetic, ICMS 2018
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scmpy.errors import DomainError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.records import Elementary, record_of
from scmpy.numerics.compile.balls import UNKNOWN, NotEnclosed, ball_of, bits_of, graph_of
from scmpy.numerics.quadrature.ends import limit_of, near_end
from scmpy.numerics.quadrature.expansions import DivergentError
from scmpy.numerics.quadrature.inside import BITS, finite_window, is_pole, singular_places
from scmpy.numerics.quadrature.pieces import between
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction, Value
from scmpy.structure.measures import OfMeasures, common_units, has_units, measures
from scmpy.structure.structure import leaves, unflatten
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.expression import EXPT, Application
from scmpy.symbolic.simplify import reduced

FEW, MANY = 1_500, 50_000  # evaluations, where there are other methods, and where there are none


class Analytic(Evaluator):
    """Expressions on complex balls; while ``analytic`` is set, not finite where they may not be analytic."""

    def __init__(self, *expressions: Any) -> None:
        self.analytic = False
        super().__init__(*expressions, complex_domain=True)

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        function, operands = super()._elementary(node)
        if node.operator is EXPT:
            return self._power, operands
        record = record_of(node.operator, len(node.operands))
        if function is None or record is None or len(operands) != record.arity:
            return function, operands
        if record.name in _OF_REALS:
            method = _OF_REALS[record.name]
            return lambda z: getattr(z, method)(analytic=self.analytic), operands
        return self._guarded(record, function), operands

    def _guarded(self, record: Elementary, function: Callable[..., Any]) -> Callable[..., Any]:
        def apply(*balls: Any) -> Any:
            if self.analytic and _meets_cut(record, balls):
                raise Unusable
            return function(*balls)

        return apply

    def _power(self, x: Any, y: Any) -> Any:
        if y.imag == 0 and y.real.is_integer():
            return self.table["expt"](x, y)
        if self.analytic and _meets_negative_axis(x):
            raise Unusable
        if x.contains(0) and y.imag == 0 and y.real > 0:
            arb = type(y.real)
            around = arb(0, x.abs_upper() ** y.real)
            return type(x)(around, around)
        return (y * x.log()).exp()

    def value(self, x: Any, analytic: bool) -> Any:
        """The enclosure at a ball; not finite where there is none."""
        self.analytic = analytic
        try:
            return self.at({UNKNOWN: x})[0]
        except (Unusable, ScmpyError):
            return type(x)(0) / 0  # an infinite ball: one that is no number at all would end the search


#: What is not analytic on complex numbers, but equal to functions that are where it has no jumps or kinks.
_OF_REALS = {"abs": "real_abs", "floor": "real_floor", "ceiling": "real_ceil"}


def _meets_negative_axis(z: Any) -> bool:
    return bool(z.imag.contains(0) and not z.real > 0)


def _meets_cut(record: Elementary, balls: tuple[Any, ...]) -> bool:
    """May a ball of the operands reach over a branch cut of the function?"""
    z = balls[-1]
    match record.cuts:
        case "none":
            return any(ball.imag != 0 for ball in balls[1:])  # a modulus
        case "real axis":
            low, high = record.domain.low, record.domain.high
            return bool(z.imag.contains(0) and not (z.real > low and z.real < high))
        case "imaginary axis":
            return bool(z.real.contains(0) and not (z.imag > -1 and z.imag < 1))
        case "negative axis":
            return _meets_negative_axis(z)
    return True


def enclosed(expression: Any, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    """The ball of an integral between two balls, at the precision of the context; not finite where it is not there.

    An infinite end is a float. Towards such an end, and towards one where the function is not finite, the integral is
    that of an expansion; towards both where there is no enclosure else. So it is about places inside.

    Raises:  DivergesError where it is infinite for certain
    """
    found = _between_ends(expression, ends, relative, absolute, FEW)
    if found.is_finite() and (most == FEW or found.rad() <= absolute + relative * abs(found).lower()):
        return found
    places = None if found.is_finite() else _places_inside(expression, ends)
    if places is None:
        return found if most == FEW else _between_ends(expression, ends, relative, absolute, most)
    parts = pairwise([ends[0], *places, ends[1]])
    return sum(_between_ends(expression, part, relative, absolute, most) for part in parts)


def _places_inside(expression: Any, ends: tuple[Any, Any]) -> list[Any] | None:
    """Where the function is singular inside; None where that is not known, or nowhere.

    Raises:  DivergesError for a pole
    """
    value = Analytic(expression).value
    places: list[Any] = []
    low, high = finite_window(*map(float, ends))
    for place in singular_places(value, low, high):
        if place.at is not None:
            places.append(ball_of(place.at, BITS))
            _refuse_divergence(expression, place.at)
        elif is_pole(value, place, min(place.low - low, high - place.high)):
            raise DivergesError(f"the integral does not exist: the function has a pole near {float(place.low)}")
        if place.at is None or len(places) > _MOST_PLACES:
            return None
    return places or None


def _refuse_divergence(expression: Any, place: Fraction) -> None:
    """An error where the expansions about a place tell that the integral is infinite there."""
    shifted = reduced(substitute(expression, UNKNOWN, g.add(UNKNOWN, place)))
    for side in (-1, 1):
        try:
            near_end(shifted, UNKNOWN, ball_of(0, BITS), ball_of(side, BITS), 1)
        except DivergentError as error:
            raise DivergesError(_behaviour(float(place), error.power)) from None


_MOST_PLACES = 20  # singular ones inside one interval: where there are more they are not gone through


def _between_ends(expression: Any, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    """The ball of an integral of a function that is singular at the ends only."""
    from flint import acb

    value = Analytic(expression).value
    singular = [isinstance(end, float) or not value(acb(end), False).is_finite() for end in ends]
    found = _enclosed(expression, ends, singular, relative, absolute, most)
    if found.is_finite() or all(singular):
        return found
    return _enclosed(expression, ends, [True, True], relative, absolute, most)


def _enclosed(
    expression: Any, ends: tuple[Any, Any], singular: list[bool], relative: Any, absolute: Any, most: int
) -> Any:
    """The ball of an integral, by expansions towards the ends that are singular."""
    from flint import acb

    total, places = acb(0), list(ends)
    for i, end in enumerate(ends):
        if singular[i]:
            try:
                part = near_end(expression, UNKNOWN, end, ends[1 - i], relative)
            except DivergentError as error:
                where = end if isinstance(end, float) else float(end)
                raise DivergesError(_behaviour(where, error.power)) from None
            if part is None:
                return acb(0) / 0
            total, places[i] = total + part.value, part.place
    value = Analytic(expression).value
    return total + acb.integral(value, *map(acb, places), rel_tol=relative, abs_tol=absolute, eval_limit=most)


class DivergesError(NotEnclosed):
    """The integral is infinite."""


def _behaviour(end: float, power: Fraction) -> str:
    """What a function behaves like near an end, by the power of the distance (or of its inverse, less 2)."""
    if math.isinf(end):
        return f"the integral is infinite: far away the function behaves like x^({-power - 2})"
    return f"the integral is infinite: near {end} the function behaves like t^({power}), t the distance"


def _end(limit: Any, bits: int) -> Any:
    """A limit as a ball, an infinite one as it is."""
    return limit if isinstance(limit, float) and math.isinf(limit) else ball_of(limit, bits)


def by_balls(graph: Any, a: Any, b: Any, tolerance: float, least: float = 1.0) -> Any:
    """The integral of a function of traced operations, its graph, to a tolerance, from its enclosure.

    The tolerance is relative to the integral, or to the least size if that is larger.

    Raises:  NotEnclosed where there is none
    """
    with precision(80):
        ends, goal = (_end(a, 80), _end(b, 80)), tolerance / 10
        found = [_middle(_narrow(x, ends, goal), tolerance, least) for x in leaves(graph)]
    return unflatten(iter(found), graph)


def _narrow(expression: Any, ends: tuple[Any, Any], goal: float) -> Any:
    """The ball of an integral to a goal, relative to the integral where that can be had too."""
    ball = enclosed(expression, ends, goal, goal, FEW)
    size = abs(ball).lower()
    if not (ball.is_finite() and 0 < size < 1 / 16):
        return ball
    again = enclosed(expression, ends, goal, goal * size, FEW)
    return again if again.is_finite() else ball


def _middle(ball: Any, tolerance: float, least: float) -> Any:
    if not ball.is_finite():
        raise NotEnclosed("there is no enclosure")
    middle = complex(float(ball.real.mid()), float(ball.imag.mid()))
    if max(float(part.rad()) for part in (ball.real, ball.imag)) > tolerance * max(least, abs(middle)):
        raise NotEnclosed("the enclosure is too wide")
    return middle.real if ball.imag.contains(0) else middle


@public("integral-enclosure")
def integral_enclosure(f: RealFunction, a: Real, b: Real, digits: int = 16) -> tuple[float, float]:
    """Two numbers between which the integral of a real function is for certain, as near to each other as floats allow.

    The function is one of operations that can be traced, without decisions by its argument. At the limits,
    infinite ones too, and at simple places between them it may behave like a power, a logarithm or an exponential whose
    integral is finite. More digits are taken for the computation where these do not tell enough.

    Scheme:  (integral-enclosure f a b [digits])
    Shapes:  result: (list lowest highest)
    Units:   the limits and the values may be quantities
    Raises:  DomainError where there is no enclosure: at a pole, or towards an end where the function oscillates
    >>> from scmpy import exp, sin
    >>> low, high = integral_enclosure(lambda x: sin(x + exp(x)), 0, 8)
    >>> low < 0.3474001726572478 < high, high - low < 1e-15
    (True, True)
    >>> low, high = integral_enclosure(lambda x: exp(-x) / x**0.5, 0, float("inf"))
    >>> low < 3.141592653589793**0.5 < high, high - low < 1e-15
    (True, True)
    """
    name = "integral-enclosure"
    if has_units(a, b):
        units = common_units(name, a, b)
        plain = OfMeasures(name, f, units)
        low, high = integral_enclosure(plain, measures(a), measures(b), digits)
        return g.mul(plain.restored(low), units[0]), g.mul(plain.restored(high), units[0])
    ball = integral_ball(f, a, b, digits)
    return math.nextafter(float(ball.lower()), -math.inf), math.nextafter(float(ball.upper()), math.inf)


@public("integral-ball", in_scheme=False)
def integral_ball(f: RealFunction, a: Real, b: Real, digits: int = 16) -> Value:
    """A ball of python-flint that holds the integral of a real function for certain, to so many digits.

    Shapes:  f: real -> real;  result: an arb of python-flint
    Raises:  DomainError where there is no enclosure: at a pole, or towards an end where the function oscillates;
             WrongTypeError if values are tuples, and unless digits are a positive number; LimitError for more than
             most-digits
    >>> from scmpy import exp
    >>> print(integral_ball(lambda x: exp(-x**2), 0, 1, digits=30).str(28, radius=False))
    0.7468241328124270253994674361
    """
    name = "integral-enclosure"
    bits = bits_of(digits, name)
    low, high = limit_of(a, name), limit_of(b, name)
    if float(low) > float(high):
        return -integral_ball(f, b, a, digits)
    try:
        graph = graph_of(f, between(low, high))
        if len(leaves(graph)) != 1:
            raise WrongTypeError(f"{name} expects a function whose values are real numbers, not tuples")
        found = _refined(graph, low, high, digits, bits)
    except NotEnclosed as error:
        raise DomainError(f"{name}: {error}") from None
    if not found.is_finite():
        raise DomainError(
            f"{name}: the function has no enclosure near all places from {a} to {b}: is there a pole, or does it "
            "oscillate towards an end?"
        )
    if not found.imag.contains(0):
        raise DomainError(f"{name} expects a function with real values, the integral is {found}")
    return found.real


def _refined(graph: Any, a: Any, b: Any, digits: int, bits: int) -> Any:
    """The ball of an integral, narrower than so many digits of it if that can be had."""
    from flint import arb

    for factor in (1, 2, 4):
        with precision(bits * factor + 16):
            ends = _end(a, bits * factor + 16), _end(b, bits * factor + 16)
            goal = arb(10) ** -(digits + 1)
            found = enclosed(graph, ends, goal, goal, MANY)
            size = abs(found.real)
            if not found.is_finite():
                break
            if size > 0 and size < 1:  # the digits are those of a small number
                found = enclosed(graph, ends, goal, goal * size, MANY)
            if found.real.contains(0) or found.real.rad() <= 10 * goal * size.upper():
                break
    return found
