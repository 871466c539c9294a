"""Minima of functions of a vector as the original's calls give them, with line searches of Davidon and of Brent.

Source:  R. Fletcher and M. J. D. Powell, The Computer Journal 6 (1963) 163
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arguments import count as natural
from scmpy.generic.closeness import is_close
from scmpy.generic.finite import real
from scmpy.numerics.minima.one_variable import NEAREST, brent
from scmpy.numerics.minima.points import point_function, point_of
from scmpy.numerics.minima.variable_metric import (
    NO_MIN,
    OK,
    Gradient,
    LineSearch,
    Method,
    Objective,
    along,
    broyden,
    davidon,
    descend,
)
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, Values
from scmpy.structure.measures import common_units, in_units, with_units_of
from scmpy.structure.structure import Up, leaves


def by_brent(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[Any, float] | None:
    """The minimum on a line by Brent's method."""
    t, value, _ = along(f, g, x, v, est)
    if math.isinf(t):
        return None
    _, best, lowest, _ = brent(value, 0.0, t, NEAREST)
    return x + best * v, lowest


def _powell(H: Any, dx: Any, dg: Any) -> Any:
    import numpy

    Hdg = H @ dg
    return H + numpy.outer(dx, dx) / (dx @ dg) - numpy.outer(Hdg, Hdg) / (dg @ Hdg)


def _gradient(g: Any, f: Callable[[Any], Any], operation: str) -> Gradient:
    """The gradient that is given, as a function of points; the exact one of f, if none is."""
    import numpy

    if g is not None and not callable(g) and len(items(g, operation)) > 0:
        raise WrongTypeError(f"{operation} expects the gradient, a function of a vector, or none, got {describe(g)}")
    slope = g if callable(g) else D(f)

    def at(point: Any) -> Any:
        found = slope(Up(map(float, point)))
        return numpy.array(
            [real(x, operation) for x in leaves(Up(found) if isinstance(found, (list, tuple)) else found)]
        )

    return at


def _search_on_line(given: Any, operation: str) -> LineSearch:
    """The line search that a procedure is, which may be one of one's own."""
    import numpy

    if given is line_min_davidon or given is line_min_brent:
        return davidon if given is line_min_davidon else by_brent

    def search(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[Any, float] | None:
        status, *found = given(f, g, Up(x.tolist()), Up(v.tolist()), est)
        if str(status) != "ok":
            return None
        return numpy.array(point_of(found[0], operation)), real(found[1], operation)

    return search


def _minimum(
    f: Any, g: Any, x: Any, est: Any, ftol: Any, maxiter: Any, method: Method, operation: str
) -> tuple[Any, ...]:
    value, slope = point_function(f, operation), _gradient(g, f, operation)
    start, close, estimate = point_of(x, operation), real(ftol, operation), real(est, operation)

    def ends(new: float, old: float, *_: Any) -> bool:
        return is_close(new, old, close)

    most = natural(maxiter, operation)
    status, place, lowest, count = descend(lambda p: value(p.tolist()), slope, start, method, estimate, ends, most)
    return status, (Up(place.tolist()), lowest), count


class Descent(Counted):
    """What a descent is told, whose places are vectors, and what is made of what it finds."""

    def _of_kind(self, function: Callable[..., Any]) -> Callable[[Any], Any]:
        return lambda place: function(Up(place))

    def gradient(self, given: Any) -> Any:
        """The gradient, of numbers; an empty list stays one."""
        if not callable(given):
            return given
        [value] = self.values
        units = [operations.div(value, unit) for unit in self.units]
        return lambda point: in_units(units, _vector(given(with_units_of(self.units, Up(point)))))

    def estimate(self, given: Any) -> Any:
        """About the value at the minimum."""
        common_units(self.name, with_units_of(self.values, 1), given)
        return in_units(self.values, given)

    def lowest(self, found: Any) -> Any:
        """The status, place and value, and the count of steps."""
        status, (place, value), count = found
        return status, (with_units_of(self.units, place), self.value(value)), count

    def on_line(self, found: Any) -> Any:
        """The status, and the place and value if there is one."""
        status, *rest = found
        return (status, with_units_of(self.units, rest[0]), self.value(rest[1])) if rest else found


def _vector(value: Any) -> Any:
    return Up(value) if isinstance(value, (list, tuple)) else value


_TOLD: dict[str, Any] = {"g": Descent.gradient, "est": Descent.estimate}


def _of_quantities(name: str, found: Any = Descent.lowest, **named: Any) -> Any:
    return of_quantities(name, "x", found, told=_TOLD, by=Descent, **named)


@public("dfp")
@_of_quantities("dfp")
def dfp(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, with Davidon's line search.

    It ends when two values are as close as ``ftol`` says. An empty list for the gradient is the exact one.

    Scheme:  (dfp f gradient x estimate ftol maxiter), which is (list 'ok (cons x (f x)) count); the status is
             maxcount after so many steps, no-min where a line leads down for ever
    Shapes:  f: vector -> real;  gradient: vector -> vector;  estimate: about the value at the minimum
    Raises:  WrongTypeError if a place or a value is no real number
    >>> dfp(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(davidon, _powell), "dfp")


@public("dfp-brent")
@_of_quantities("dfp-brent")
def dfp_brent(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, with Brent's line search.

    Scheme:  (dfp-brent f gradient x estimate ftol maxiter), as dfp
    Shapes:  f: vector -> real;  gradient: vector -> vector;  estimate: about the value at the minimum
    Raises:  WrongTypeError if a place or a value is no real number
    >>> dfp_brent(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(by_brent, _powell), "dfp-brent")


@public("bfgs")
@_of_quantities("bfgs")
def bfgs(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Broyden, Fletcher, Goldfarb and Shanno.

    Scheme:  (bfgs f gradient x estimate ftol maxiter), as dfp
    Shapes:  f: vector -> real;  gradient: vector -> vector;  estimate: about the value at the minimum
    Raises:  WrongTypeError if a place or a value is no real number
    >>> bfgs(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(davidon, broyden), "bfgs")


@public("fletcher-powell")
@_of_quantities("fletcher-powell", of="f")
def fletcher_powell(
    line_search: Callable[..., Any],
    f: Callable[[Any], Any],
    g: Gradient | tuple[()],
    x: Values,
    est: Real,
    ftol: Real,
    maxiter: int,
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, by one's own line search.

    Scheme:  (fletcher-powell line-search f gradient x estimate ftol maxiter), as dfp; (line-search f g x v estimate)
             is (list 'ok place value), as line-min-davidon
    Shapes:  f: vector -> real;  gradient: vector -> vector;  estimate: about the value at the minimum
    Raises:  WrongTypeError if a place or a value is no real number
    >>> fletcher_powell(line_min_brent, lambda p: p[0]**2, (), [1.0], 0.0, 1e-9, 100)[0]
    ok
    """
    name = "fletcher-powell"
    check_callable(line_search, name, "a line search, such as line-min-davidon")
    return _minimum(f, g, x, est, ftol, maxiter, Method(_search_on_line(line_search, name), _powell), name)


def _line_minimum(search: LineSearch, f: Any, g: Any, x: Any, v: Any, est: Any, operation: str) -> tuple[Any, ...]:
    import numpy

    value, slope = point_function(f, operation), _gradient(g, f, operation)
    start, direction = (numpy.array(point_of(each, operation)) for each in (x, v))
    if len(start) != len(direction):
        raise WrongTypeError(f"{operation} expects a direction of {len(start)} components, got {describe(v)}")
    found = search(lambda p: value(p.tolist()), slope, start, direction, real(est, operation))
    return (NO_MIN,) if found is None else (OK, Up(found[0].tolist()), found[1])


@public("line-min-davidon")
@_of_quantities("line-min-davidon", Descent.on_line, distances="v")
def line_min_davidon(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, v: Values, est: Real
) -> tuple[Any, ...]:
    """A lower place on the line from x along v: Davidon's search, by a cubic through values and slopes.

    Scheme:  (line-min-davidon f gradient x v estimate), which is (list 'ok place value), or (list 'no-min)
    Shapes:  f: vector -> real;  gradient: vector -> vector;  x, v: vectors of one length
    Raises:  WrongTypeError if a place or a value is no real number
    >>> line_min_davidon(lambda p: (p[0] - 1)**2, (), [0.0], [1.0], 0.0)
    (ok, (up 1.), 0.0)
    """
    return _line_minimum(davidon, f, g, x, v, est, "line-min-davidon")


@public("line-min-brent")
@_of_quantities("line-min-brent", Descent.on_line, distances="v")
def line_min_brent(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, v: Values, est: Real
) -> tuple[Any, ...]:
    """The lowest place on the line from x along v, by Brent's method.

    Scheme:  (line-min-brent f gradient x v estimate), which is (list 'ok place value), or (list 'no-min)
    Shapes:  f: vector -> real;  gradient: vector -> vector;  x, v: vectors of one length
    Raises:  WrongTypeError if a place or a value is no real number
    >>> line_min_brent(lambda p: (p[0] - 1)**2, (), [0.0], [1.0], 0.0)[0]
    ok
    """
    return _line_minimum(by_brent, f, g, x, v, est, "line-min-brent")
