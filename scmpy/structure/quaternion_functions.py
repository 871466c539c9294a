"""Elementary functions of quaternions: exp, log, powers, the circular and hyperbolic functions, asin, acos and atan.

A quaternion a + v with the vector v lies in a plane of numbers a + b u, where u = v/|v| has the square -1. There a
function of a complex number is a function of quaternions: where f(a + b i) = x + y i, f(a + b u) = x + y u.

Source: Conway and Smith, On Quaternions and Octonions, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import ScalarKind, is_number, is_zero_number
from scmpy.generic.records import Elementary, each
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import sum_of
from scmpy.symbolic.simplify import reduced

#: What a function makes of a + b i, as the two parts of the result.
_Parts = Callable[[Any, Any], tuple[Any, Any]]


def length_of(parts: Any) -> Any:
    """The root of the sum of the squares of some components."""
    return reduced(g.sqrt(sum_of(map(g.square, parts))))


def _in_the_plane(q: Quaternion, parts: _Parts) -> Quaternion:
    """The quaternion x + y v/|v| of the parts x and y that a function has at a + |v| i; at |v| = 0 the y is 0."""
    a, *v = q
    size = length_of(v)
    real, imaginary = parts(a, size)
    scale = 0 if is_zero_number(size) else g.div(imaginary, size)
    return Quaternion(real, *(g.mul(scale, x) for x in v))


_PARTS: dict[Any, _Parts] = {
    g.exp: lambda a, b: (g.mul(g.exp(a), g.cos(b)), g.mul(g.exp(a), g.sin(b))),
    g.sin: lambda a, b: (g.mul(g.sin(a), g.cosh(b)), g.mul(g.cos(a), g.sinh(b))),
    g.cos: lambda a, b: (g.mul(g.cos(a), g.cosh(b)), g.negate(g.mul(g.sin(a), g.sinh(b)))),
    g.sinh: lambda a, b: (g.mul(g.sinh(a), g.cos(b)), g.mul(g.cosh(a), g.sin(b))),
    g.cosh: lambda a, b: (g.mul(g.cosh(a), g.cos(b)), g.mul(g.sinh(a), g.sin(b))),
}


@each("analytic")
def _define(record: Elementary) -> None:
    """A function with a definition is that: functions of one quaternion commute. Others are those of a + b i."""
    if record.arity > 1:
        return

    def parts(a: Any, b: Any) -> tuple[Any, Any]:
        if not (is_number(a) and is_number(b)):
            raise WrongTypeError(f"{record.name} of a quaternion expects numbers, got {describe(a)} and {describe(b)}")
        value = record.operation(complex(a, b))
        return value.real, value.imag

    method = record.definition or orbit_by_orbit(lambda q: _in_the_plane(q, parts))
    record.operation.add((Quaternion,), method)


for _operation, _parts in _PARTS.items():
    _operation.add((Quaternion,), orbit_by_orbit(lambda q, parts=_parts: _in_the_plane(q, parts)))


@g.log.on(Quaternion)
@orbit_by_orbit
def _log(q: Quaternion) -> Quaternion:
    a, *v = q
    if is_zero_number(length_of(v)):
        if is_number(a) and not g.inexact(a) > 0:
            raise DomainError(f"log: {describe(a)} has no principal logarithm among the quaternions")
        return Quaternion(g.log(a), *v)
    return _in_the_plane(q, lambda a, b: (g.log(length_of(q)), g.atan(b, a)))


@g.sqrt.on(Quaternion)
@orbit_by_orbit
def _sqrt(q: Quaternion) -> Quaternion:
    """The root with a real part from 0: (q + |q|) / sqrt(2 (|q| + a))."""
    size = length_of(q)
    double = g.mul(2, g.add(size, q[0]))
    if is_zero_number(double):
        if is_zero_number(size):
            return q
        raise DomainError(f"sqrt: {describe(q[0])} has roots in every direction among the quaternions")
    return g.div(g.add(q, size), g.sqrt(double))  # type: ignore[no-any-return]


# --- inverse circular functions ----------------------------------------------------------------------------------


def _foci(a: Any, b: Any) -> tuple[Any, Any]:
    """x and m with asin(a + b i) = asin(x) + acosh(m) i for b > 0: m is half the sum of the distances from 1 and -1."""
    far, near = (g.sqrt(g.add(g.square(g.add(a, focus)), g.square(b))) for focus in (1, -1))
    return g.div(g.mul(2, a), g.add(far, near)), g.div(g.add(far, near), 2)


def _asin_parts(a: Any, b: Any) -> tuple[Any, Any]:
    x, m = _foci(a, b)
    return g.asin(x), g.acosh(m)


def _acos_parts(a: Any, b: Any) -> tuple[Any, Any]:
    x, m = _foci(a, b)
    return g.acos(x), g.negate(g.acosh(m))


def _atan_parts(a: Any, b: Any) -> tuple[Any, Any]:
    above, below = (g.add(g.square(a), g.square(g.add(b, one))) for one in (1, -1))
    angle = g.atan(g.mul(2, a), g.sub(1, g.add(g.square(a), g.square(b))))
    return g.div(angle, 2), g.div(g.log(g.div(above, below)), 4)


def _declare_inverse(operation: Any, exact_parts: _Parts, everywhere: bool) -> None:
    """The inverse of a circular function; of a real number outside its domain the plane would be arbitrary."""

    def parts(a: Any, b: Any) -> tuple[Any, Any]:
        if not (isinstance(a, float) or isinstance(b, float)) or not (is_number(a) and is_number(b)):
            return exact_parts(a, b)
        value = operation(complex(a, b))
        return value.real, value.imag

    @orbit_by_orbit
    def inverse(q: Quaternion) -> Quaternion:
        a, *v = q
        if not is_zero_number(length_of(v)):
            return _in_the_plane(q, parts)
        if not everywhere and is_number(a) and abs(g.inexact(a)) > 1:
            raise DomainError(f"{operation.name}: {describe(a)} has values in every direction among the quaternions")
        return Quaternion(operation(a), *v)

    operation.add((Quaternion,), inverse)


_declare_inverse(g.asin, _asin_parts, everywhere=False)
_declare_inverse(g.acos, _acos_parts, everywhere=False)
_declare_inverse(g.atan1, _atan_parts, everywhere=True)


@g.expt.on(Quaternion, ScalarKind)
def _power(q: Quaternion, exponent: Any) -> Quaternion:
    return g.exp(g.mul(exponent, g.log(q)))  # type: ignore[no-any-return]


@g.expt.on(Quaternion, Quaternion)
def _power_of_quaternion(q: Quaternion, exponent: Quaternion) -> Quaternion:
    """q^p = exp(log(q) p)."""
    return g.exp(g.mul(g.log(q), exponent))  # type: ignore[no-any-return]


@g.expt.on(ScalarKind, Quaternion)
def _exponential(base: Any, exponent: Quaternion) -> Quaternion:
    return g.exp(g.mul(g.log(base), exponent))  # type: ignore[no-any-return]
